"""What each command does, once, for every platform. What else there is to handle, `core.commands.router` tells."""

from __future__ import annotations

from collections.abc import Iterable

from core.commands import (
    admin,
    answer_release,
    family,
    finding,
    free_telling,
    giving,
    hearing_questions,
    linking,
    navigation,
    privacy,
    retelling,
    timing,
)
from core.commands.announcing import preview_announcement
from core.commands.book import handle_book
from core.commands.chamber import handle_chamber
from core.contracts.about import COMMAND
from core.contracts.buttons import PICK
from core.contracts.commits import Commit
from core.contracts.messages import Say
from core.contracts.session import InputPurpose
from core.conversation import pausing, voices
from core.conversation.context import ConversationContext, Handler
from core.conversation.phases import intake, interview, new
from core.conversation.rendering import command_button
from core.conversation.runtime import Aloud
from core.languages.messages import say

ALL = "all"
"""Behind /help: every command."""


async def _show_help(ctx: ConversationContext) -> Commit:
    whole = bool(ctx.argument)
    often = command_menu(speaks=ctx.runtime.voice.speak is not Aloud.OFF)
    names = (*(COMMANDS if whole else often), *(ADMIN_COMMANDS if ctx.is_admin else ()))
    lines = [f"/{name} – {say(ctx.language, f'command-{name}')}" for name in names]
    lines += [f"/{name} – {does}" for name, does in interview.own_commands(ctx).items()]
    text = say(ctx.language, "help") + "\n\n" + "\n".join(lines)
    more = command_button(ctx.language, "help", ALL, label=say(ctx.language, "button-all-commands"))
    return ctx.reply(Say(text=text, choices=() if whole else (more,)))


COMMANDS: dict[str, Handler] = {
    "start": new.handle_start,
    "interview": new.begin_interview,
    "pause": pausing.pause_interview,
    "resume": pausing.resume_interview,
    "skip": navigation.skip_question,
    "back": navigation.go_back,
    "undo": navigation.undo_answer,
    "tell": free_telling.start_telling,
    "told": free_telling.finish_telling,
    "again": retelling.ask_again,
    "takes": retelling.show_tellings,
    "fix": voices.fix_transcription,
    "done": navigation.handle_done,
    "now": navigation.ask_question_now,
    "status": navigation.show_status,
    "transcript": navigation.send_transcript,
    "find": finding.search_answers,
    "readings": privacy.send_readings,
    "book": handle_book,
    "private": privacy.show_kept_back,
    "export": privacy.send_export,
    "language": new.set_language,
    "name": new.set_name,
    "timezone": timing.set_timezone,
    "quiet": timing.set_quiet_hours,
    "cadence": timing.set_cadence,
    "voice": hearing_questions.set_voice,
    "link": linking.link_chat,
    "gift": giving.set_up_gift,
    "family": family.show_family,
    "privacy": privacy.show_privacy,
    "delete": privacy.delete_data,
    "help": _show_help,
}
"""In the order in which they are listed for a person."""
ADMIN_COMMANDS: dict[str, Handler] = {
    "stats": admin.show_stats,
    "who": admin.show_people,
    "announce": preview_announcement,
    "chamber": handle_chamber,
}
"""For those who run the bot; to anybody else they are not there."""
ADMIN_BUTTONS = frozenset({"announce", "chamber"})
"""Those of them that buttons lead to, for who has them."""
BUTTONS: dict[str, Handler] = {
    "record": voices.request_new_recording,
    "whole": finding.show_whole_answer,
    "retell": retelling.ask_anew,
    "another": retelling.offer_retellings,
    "more": interview.give_floor_for_more,
    "elsewhere": navigation.skip_elsewhere,
    "before": retelling.read_back,
    "use": retelling.choose_telling,
    COMMAND: intake.handle_intake_button,
    PICK: interview.handle_picked_answer,
    "thank": family.thank_teller,
    "ask": family.ask_for_question,
    "telling": family.ask_for_telling,
    answer_release.LET: answer_release.release_answer,
    "share": answer_release.share_answer,
    "between": answer_release.keep_private,
    "putback": privacy.restore_kept_back,
}
"""What only a button leads to, beside the commands."""


async def handle_family_input(ctx: ConversationContext) -> Commit:
    """The message that was asked for, where it is for the family: a name, a question, or the same event."""
    mending = ctx.person.mending
    if mending is not None and mending.wanted is InputPurpose.NAME:
        return await giving.save_asked_name(ctx)
    return await family.handle_family_message(ctx)


MENU = ("start", "pause", "resume", "skip", "undo", "done", "transcript", "book", "language", "link", "privacy", "help")
"""What people use, for a menu on a phone. All the others work as well."""


def command_menu(*, speaks: bool) -> tuple[str, ...]:
    """Return the same, with what is there only where something `speaks`."""
    place = MENU.index("language") + 1
    return (*MENU[:place], *(("voice",) if speaks else ()), *MENU[place:])


def command_list(language: str, names: Iterable[str] = tuple(COMMANDS)) -> tuple[tuple[str, str], ...]:
    """(name, description) of commands, for a platform that completes them or shows them in a menu."""
    return tuple((name, say(language, f"command-{name}")) for name in names)
