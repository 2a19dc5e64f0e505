"""What photographs add to the engine. Apart from the package: the reader processes are to load nothing of it."""

from __future__ import annotations

from core.contracts.commits import BindPhoto
from core.contracts.messages import Photo
from core.features.photos.rows import PHOTOS, bind_photo, drop_photo_of, drop_photo_of_answer, photo_coming, put_photo
from core.features.registration import Feature
from core.store.feature_hooks import SentFiles, StoreHooks
from core.store.schema import photos
from core.store.store import Queue

FEATURE = Feature(
    name="photos",
    effects={BindPhoto: lambda c, effect, _: bind_photo(c, effect.event_id, effect.session_id, effect.seq)},
    store=StoreHooks(
        sent_files=SentFiles(
            content=Photo,
            queue=Queue.PHOTOS,
            put=put_photo,
            claimed=PHOTOS,
            coming=photo_coming,
            drop=drop_photo_of,
        ),
        withdrawn=lambda c, session_id, seq, _: drop_photo_of_answer(c, session_id, seq),
        photos=(photos.c.photo,),
    ),
)
