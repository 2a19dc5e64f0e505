# The few words that Discord needs beside those of the interviewer: in its menu of commands, and in private replies.

discord-group = The interviewer: begin, pause, continue, finish
discord-kind = Which interview
discord-code = Your invitation code
discord-text = What you’d like to say

discord-moved = Let’s continue in our private chat: { $link }
discord-closed =
    I can’t message you privately yet, because your direct messages are turned off. Here’s how to turn them on:
    1. Tap the name of this server at the top.
    2. Choose “Privacy Settings”.
    3. Turn on “Direct Messages”.
    4. Come back here and send me the same command again.
discord-closed-here =
    I can’t message you privately yet, because your direct messages are turned off. Here’s how to turn them on:
    1. Open the settings: tap your picture, then the gear.
    2. Choose “Content & Social”.
    3. Turn on direct messages.
    4. Come back here and send me the same command again.
