"""The commands of the engine, each described once, for every platform."""

from __future__ import annotations

from collections.abc import Collection

from core.commands import (
    admin,
    free_telling,
    navigation,
    privacy,
    timing,
)
from core.contracts.about import COMMAND
from core.contracts.commands import (
    CommandSpec,
    Finds,
    MenuGroup,
    Needs,
    Order,
    listed_commands,
    register_commands,
    register_inputs,
)
from core.contracts.commits import Commit
from core.contracts.messages import LEAVE_OUT, PICK, PUT_BACK, ZONE, Say
from core.contracts.session import InputPurpose
from core.contracts.welcome import BEGIN, ENTER
from core.conversation import pausing, voices
from core.conversation.context import ConversationContext
from core.conversation.draft import command_button
from core.conversation.phases import intake, interview, new
from core.conversation.phases.interview import POSTSCRIPT
from core.languages.messages import say

ALL = "all"
"""Behind /help: every command."""


async def _show_help(ctx: ConversationContext) -> Commit:
    whole = bool(ctx.argument)
    often = command_menu(ctx.runtime.also_in_menu)
    shown = [
        each
        for each in listed_commands(admin=ctx.is_admin)
        if whole or each.finds is Finds.ADMINS or each.name in often
    ]
    lines = [f"/{each.name} – {say(ctx.language, f'command-{each.name}')}" for each in shown]
    lines += [f"/{name} – {does}" for name, does in interview.own_commands(ctx).items()]
    text = say(ctx.language, "help") + "\n\n" + "\n".join(lines)
    more = command_button(ctx.language, "help", ALL, label=say(ctx.language, "button-all-commands"))
    return ctx.reply(Say(text=text, choices=() if whole else (more,)))


COMMANDS = (
    CommandSpec(
        name="start",
        handle=new.handle_start,
        order=Order.IN_TURN,
        place=10,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.NO_INTERVIEW,
        wanted=5,
    ),
    CommandSpec(
        name="interview", handle=new.begin_interview, order=Order.MOVES, place=20, group=MenuGroup.STORY, wanted=-4
    ),
    CommandSpec(
        name="pause",
        handle=pausing.pause_interview,
        order=Order.MOVES,
        place=30,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.ACTIVE,
    ),
    CommandSpec(
        name="resume",
        handle=pausing.resume_interview,
        order=Order.IN_TURN,
        place=40,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.LEFT,
        wanted=5,
    ),
    CommandSpec(
        name="skip",
        handle=navigation.skip_question,
        order=Order.MOVES,
        place=50,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.AGENDA,
        wanted=4,
    ),
    CommandSpec(
        name="back", handle=navigation.go_back, order=Order.MOVES, place=60, group=MenuGroup.STORY, needs=Needs.QUESTION
    ),
    CommandSpec(
        name="undo",
        handle=navigation.undo_answer,
        order=Order.MOVES,
        place=70,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.ANSWERED,
        wanted=1,
    ),
    CommandSpec(
        name="tell",
        handle=free_telling.start_telling,
        order=Order.MOVES,
        place=80,
        group=MenuGroup.STORY,
        needs=Needs.FREE,
        wanted=2,
    ),
    CommandSpec(
        name="told",
        handle=free_telling.finish_telling,
        order=Order.MOVES,
        place=90,
        group=MenuGroup.STORY,
        needs=Needs.FLOOR,
        wanted=5,
    ),
    CommandSpec(
        name="fix",
        handle=voices.fix_transcription,
        place=120,
        takes_words=True,
        group=MenuGroup.WORDS,
        needs=Needs.ANSWERS,
    ),
    CommandSpec(
        name="done",
        handle=navigation.handle_done,
        order=Order.MOVES,
        place=130,
        in_menu=True,
        group=MenuGroup.STORY,
        needs=Needs.QUESTION,
        wanted=-2,
    ),
    CommandSpec(
        name="now", handle=navigation.ask_question_now, place=140, group=MenuGroup.STORY, needs=Needs.HELD, wanted=5
    ),
    CommandSpec(
        name="status", handle=navigation.show_status, place=150, group=MenuGroup.STORY, needs=Needs.QUESTION, wanted=-1
    ),
    CommandSpec(
        name="transcript",
        handle=navigation.send_transcript,
        place=160,
        in_menu=True,
        takes_words=True,
        group=MenuGroup.FILES,
        needs=Needs.ANSWERS,
        wanted=1,
    ),
    CommandSpec(name="readings", handle=privacy.send_readings, place=180, group=MenuGroup.FILES, needs=Needs.ANSWERS),
    CommandSpec(name="private", handle=privacy.show_kept_back, place=200, group=MenuGroup.WORDS, needs=Needs.ANSWERS),
    CommandSpec(
        name="export", handle=privacy.send_export, place=210, group=MenuGroup.FILES, needs=Needs.ANSWERS, wanted=-1
    ),
    CommandSpec(
        name="language", handle=new.set_language, place=220, in_menu=True, takes_words=True, group=MenuGroup.PAGE
    ),
    CommandSpec(
        name="name", handle=new.set_name, order=Order.IN_TURN, place=230, takes_words=True, group=MenuGroup.PAGE
    ),
    CommandSpec(name="timezone", handle=timing.set_timezone, place=240, takes_words=True, group=MenuGroup.PAGE),
    CommandSpec(name="quiet", handle=timing.set_quiet_hours, place=250, takes_words=True, group=MenuGroup.PAGE),
    CommandSpec(
        name="cadence", handle=timing.set_cadence, place=260, takes_words=True, group=MenuGroup.PAGE, needs=Needs.ACTIVE
    ),
    CommandSpec(name="privacy", handle=privacy.show_privacy, place=310, in_menu=True, group=MenuGroup.WORDS),
    CommandSpec(name="delete", handle=privacy.delete_data, place=320, group=MenuGroup.WORDS, wanted=-5),
    CommandSpec(name="help", handle=_show_help, place=330, in_menu=True, group=MenuGroup.PAGE, wanted=-5),
    CommandSpec(name="stats", handle=admin.show_stats, place=340, finds=Finds.ADMINS, on_buttons=False),
    CommandSpec(name="who", handle=admin.show_people, place=350, finds=Finds.ADMINS, on_buttons=False),
    CommandSpec(name=ENTER, handle=new.enter, order=Order.IN_TURN, finds=Finds.FORM, on_buttons=False),
    CommandSpec(name=BEGIN, handle=new.begin_from_form, order=Order.MOVES, finds=Finds.FORM, on_buttons=False),
    CommandSpec(name=ZONE, handle=timing.set_browser_zone, finds=Finds.FORM, on_buttons=False),
    CommandSpec(
        name=LEAVE_OUT, handle=privacy.leave_out_of_page, order=Order.IN_TURN, finds=Finds.FORM, on_buttons=False
    ),
    CommandSpec(
        name=PUT_BACK, handle=privacy.put_back_from_page, order=Order.IN_TURN, finds=Finds.FORM, on_buttons=False
    ),
    CommandSpec(name=POSTSCRIPT, handle=interview.add_postscript, finds=Finds.BUTTON),
    CommandSpec(name="record", handle=voices.request_new_recording, finds=Finds.BUTTON),
    CommandSpec(name="more", handle=interview.give_floor_for_more, order=Order.MOVES, finds=Finds.BUTTON),
    CommandSpec(
        name="elsewhere",
        handle=navigation.skip_elsewhere,
        order=Order.MOVES,
        finds=Finds.FORM,
        place=55,
        group=MenuGroup.STORY,
        needs=Needs.AGENDA,
        wanted=3,
    ),
    CommandSpec(name=COMMAND, handle=intake.handle_intake_button, finds=Finds.BUTTON),
    CommandSpec(name=PICK, handle=interview.handle_picked_answer, finds=Finds.BUTTON),
    CommandSpec(name="putback", handle=privacy.restore_kept_back, finds=Finds.BUTTON),
)
register_commands(COMMANDS)
register_inputs(
    {
        InputPurpose.WORDS: voices.apply_correction,
        InputPurpose.AGAIN: voices.apply_correction,
    }
)


def command_menu(also: Collection[str] = ()) -> tuple[str, ...]:
    """Return the commands of the short menu of a phone; `also`: those that are in it because of what is here."""
    return tuple(each.name for each in listed_commands() if each.in_menu or each.name in also)


def command_list(language: str, names: tuple[str, ...] | None = None) -> tuple[tuple[str, str], ...]:
    """Return (name, description) of all listed commands, or of those named, for a platform that shows them."""
    shown = (each.name for each in listed_commands() if names is None or each.name in names)
    return tuple((name, say(language, f"command-{name}")) for name in shown)
