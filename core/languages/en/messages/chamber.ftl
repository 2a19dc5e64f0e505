### The chamber, in which one model interviews another: what those who run the house are told of it.

command-chamber = Runs in which one model interviews another (operators only)

chamber-no-folder = No folder of setups is configured: set chamber.dir. Runs started from the command line still appear here.
chamber-no-setups = The folder set as chamber.dir has no setups in it.
# $names is a list with commas.
chamber-setups = Setups: { $names }. To start a run, send /chamber start and a name.
chamber-no-runs = No runs yet.
# $state is "running", $turn and $most are numbers, $cost is text, $when is like "3 days ago".
chamber-line = { $name }: { $state }, turn { $turn } of { $most }, cost { $cost }, { $when }
chamber-state = { $state ->
        [running] running
        [stopping] stopping after this turn
        [waiting] waiting its turn
        [left] interrupted
        [paused] paused
       *[ended] over
    }

# $name is a name and the beginning of an id.
chamber-begun = The run { $name } is starting.
chamber-stopping = The run { $name } will stop after this turn.
chamber-goes-on = The run { $name } continues.
chamber-watch = You can watch { $name } here. This message updates as they talk. When the run pauses or ends, it disappears and you get the transcript.
chamber-left = You’re no longer watching { $name }.
chamber-not-watched = You weren’t watching { $name }.
chamber-nothing-said = Nothing has been said yet in { $name }.
chamber-delete-question = Delete the run { $name } and every word in it? This can’t be undone.
chamber-deleted = I’ve deleted the run { $name }.
chamber-kept = Nothing was deleted.

chamber-no-run = No run number starts with “{ $run }”. /chamber lists the runs.
chamber-many = More than one run number starts with “{ $run }”. Please type more of it.
chamber-which = Which one do you mean?
chamber-none-running = No runs are in progress.
chamber-none-paused = None of your runs is paused.
chamber-not-running = { $name } isn’t running.
chamber-running-already = { $name } is already running.
chamber-is-over = { $name } is over.
chamber-not-yours = { $name } belongs to somebody else: you can watch it and stop it.
chamber-which-setup = Add the name of a setup after the command, such as /chamber start { $name }.
chamber-which-to-delete = Add the number of the run after the command, such as /chamber delete { $run }.
chamber-how = You can use these: /chamber, /chamber start NAME, /chamber watch, /chamber leave, /chamber stop, /chamber resume, /chamber transcript, /chamber delete RUN. You can name a run by the first characters of its number.

# $name, $turn and $most as above; the newest words come behind it.
chamber-watching = ▶ { $name } – turn { $turn } of { $most }
# $sent and $received are numbers of tokens, $cost and $time are text.
chamber-figures = Turns: { $turns } of { $most }. Tokens: { $sent } sent, { $received } received. Cost: { $cost }. Time: { $time }.
# $how is like "paused: somebody stopped it".
chamber-is = The run { $name } is { $how }.

chamber-button-start = Start { $name }
chamber-button-watch = Watch { $run }
chamber-button-leave = Stop watching { $run }
chamber-button-stop = Stop { $run }
chamber-button-resume = Resume { $run }
chamber-button-transcript = Transcript of { $run }
chamber-button-delete = Delete { $run }
chamber-button-keep = Keep it
