"""What gifts add to the engine."""

from __future__ import annotations

from core.contracts.commands import CommandSpec, Finds, MenuGroup
from core.contracts.session import InputPurpose
from core.contracts.turn import OthersAsked
from core.conversation.feature_hooks import ConversationHooks
from core.features.gift import commands, giving, opening, release, turns
from core.features.gift.circle import circle_of
from core.features.gift.export import export_families
from core.features.gift.family import FamilyStep
from core.features.gift.post import FamilyPost
from core.features.gift.sending import ANSWER_KEY, withdraw_withheld
from core.features.gift.steps import (
    erase_from_families,
    join_families,
    note_asked,
    requeue_question,
    take_family_step,
    take_question_photo,
)
from core.features.registration import Feature
from core.store.feature_hooks import StoreHooks
from core.store.letter_hooks import LetterHooks
from core.store.schema_families import families, family_questions

FEATURE = Feature(
    name="gift",
    commands=(
        CommandSpec(name="gift", handle=giving.set_up_gift, place=290, group=MenuGroup.PAGE, wanted=-1),
        CommandSpec(name="family", handle=commands.show_family, place=300, group=MenuGroup.WORDS),
        CommandSpec(name="thank", handle=commands.thank_teller, finds=Finds.BUTTON),
        CommandSpec(name="ask", handle=commands.ask_for_question, finds=Finds.BUTTON),
        CommandSpec(name="telling", handle=commands.ask_for_telling, finds=Finds.BUTTON),
        CommandSpec(name=release.LET, handle=release.release_answer, finds=Finds.BUTTON),
        CommandSpec(name="share", handle=release.share_answer, finds=Finds.BUTTON),
        CommandSpec(name=release.APART, handle=release.keep_apart, finds=Finds.BUTTON),
        CommandSpec(name="between", handle=release.keep_private, finds=Finds.BUTTON),
    ),
    inputs={
        InputPurpose.NAME: giving.save_asked_name,
        InputPurpose.QUESTION: commands.handle_family_message,
        InputPurpose.TELLING: commands.handle_family_message,
    },
    effects={
        FamilyStep: lambda c, effect, step: take_family_step(c, effect, step.person_id, now=step.now),
        OthersAsked: lambda c, effect, _: note_asked(c, effect),
    },
    store=StoreHooks(
        erase=erase_from_families,
        join=join_families,
        withdrawn=requeue_question,
        take_photo=take_question_photo,
        photos=(family_questions.c.photo, families.c.photo),
        circle=circle_of,
    ),
    letters={ANSWER_KEY: LetterHooks(withdraw=withdraw_withheld)},
    conversation=ConversationHooks(
        open_code=opening.enter_by_invitation,
        has_gone_out=release.has_gone_out,
        find_opening=opening.find_gift,
        others_questions=turns.questions_of_family,
        add_to_turn=turns.add_news_and_picture,
        add_to_held_question=turns.add_to_held_question,
        buttons_about_answer=turns.buttons_about_answer,
        privacy_note=turns.privacy_note,
    ),
    look=lambda runtime: FamilyPost(runtime).sweep(),
    export=export_families,
)
