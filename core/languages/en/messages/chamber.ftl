### The chamber, in which one model interviews another: what those who run the house are told of it.

command-chamber = Runs in which one model interviews another (operators only)

chamber-no-folder = No folder of setups is configured: set chamber.dir. Runs from the command line are shown here all the same.
chamber-no-setups = There are no setups in the folder that chamber.dir names.
# $names is a list with commas.
chamber-setups = Setups: { $names }. /chamber start and a name starts a run.
chamber-no-runs = No runs yet.
# $state is "running", $turn and $most are numbers, $cost is text, $when is like "3 days ago".
chamber-line = { $name }: { $state }, turn { $turn } of { $most }, cost { $cost }, { $when }
chamber-state = { $state ->
        [running] running
        [stopping] stops after this turn
        [waiting] waits for its turn
        [left] held by nobody
        [paused] paused
       *[ended] over
    }

# $name is a name and the beginning of an id.
chamber-begun = The run { $name } is starting.
chamber-stopping = The run { $name } will stop after this turn.
chamber-goes-on = The run { $name } continues.
chamber-watch = You can watch { $name } here. This message changes with everything that is said and disappears when the run pauses or ends; then you get the transcript.
chamber-left = You’re no longer watching { $name }.
chamber-not-watched = You were not watching { $name }.
chamber-nothing-said = Nothing has been said yet in { $name }.
chamber-delete-question = Delete the run { $name } with every word of it? This can’t be undone.
chamber-deleted = The run { $name } is deleted.
chamber-kept = Nothing was deleted.

chamber-no-run = No run’s number begins with “{ $run }”. /chamber lists the runs.
chamber-many = More than one run’s number begins with “{ $run }”. Write more of it.
chamber-which = Which one do you mean?
chamber-none-running = No run is under way.
chamber-none-paused = No run of yours is paused.
chamber-not-running = { $name } is not running.
chamber-running-already = { $name } is already running.
chamber-is-over = { $name } is over.
chamber-not-yours = { $name } belongs to somebody else: you can watch it and stop it.
chamber-which-setup = Write the name of a setup after the command, such as /chamber start { $name }.
chamber-which-to-delete = Write the number of the run after the command, such as /chamber delete { $run }.
chamber-how = I know these: /chamber, /chamber start NAME, /chamber watch, /chamber leave, /chamber stop, /chamber resume, /chamber transcript, /chamber delete RUN. You can name a run by the first characters of its number.

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
