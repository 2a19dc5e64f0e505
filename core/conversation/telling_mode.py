"""What is told freely: kept message by message, with a sign now and then, until its person says that it is told."""

from __future__ import annotations

from datetime import timedelta

from core.contracts.commits import Commit, PauseOthers
from core.contracts.messages import Say
from core.contracts.session import Status
from core.conversation.context import ConversationContext
from core.conversation.draft import Draft, group_messages
from core.conversation.family_turns import stays_apart
from core.conversation.mailbox import joined_words
from core.conversation.plan import TOLD, Items
from core.conversation.rendering import question_buttons
from core.languages.messages import say
from core.languages.sensitive import is_danger, is_plain_danger

SILENCE = timedelta(minutes=20)
"""After a longer one whoever goes on is shown once more that it is kept."""


async def keep_free_telling(ctx: ConversationContext, items: Items) -> Commit:
    """Keep words, and show a sign at the first and after a silence. Only danger is answered."""
    session, scene = ctx.view.session, ctx.view.scene
    assert session is not None and scene is not None and scene.question is not None  # noqa: S101, PT018 - as planned
    question, interview = scene.question, ctx.runtime.interviews[session.kind]
    language, text = ctx.spoken_in(session), joined_words(items)
    messages = group_messages(item.incoming for item in items)
    draft = Draft(session, ctx.now)
    draft.set(status=Status.ACTIVE, address=ctx.incoming.address)
    draft.hear(messages, to=question.seq, question_id=question.question_id)
    draft.show_heard(key=ctx.key("heard"), language=language)
    if is_plain_danger(text, language) or (ctx.model.offline and is_danger(text, language)):
        draft.time(calm=True)
        stays_apart(draft)
        draft.tell(Say(text=interview.help_text(language)), key=ctx.key("help"), language=language)
    elif not scene.answers or (messages and messages[0].at - session.touched_at > SILENCE):
        ways = question_buttons(language, session.id, question.seq, (TOLD,))
        draft.tell(Say(text=say(language, "tell-kept"), choices=ways), key=ctx.key("0"), language=language)
    resumed = () if session.status is Status.ACTIVE else (PauseOthers(),)
    return draft.change(*resumed, done=tuple(item.id for item in items))
