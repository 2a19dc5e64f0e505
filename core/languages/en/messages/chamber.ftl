### The chamber, in which one model interviews another: what those who run the house are told of it.

command-chamber = Runs in which one model interviews another (only for those who run this)

chamber-no-folder = No folder of setups is named: put chamber.dir into the configuration. Runs of the command line are shown here all the same.
chamber-no-setups = There is no setup in the folder that chamber.dir names.
# $names is a list with commas.
chamber-setups = Setups: { $names }. With /chamber start and a name a run begins.
chamber-no-runs = There has been no run yet.
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
chamber-begun = The run { $name } begins.
chamber-stopping = The run { $name } stops when this turn is finished.
chamber-goes-on = The run { $name } goes on.
chamber-watch = Here you see how { $name } goes on. The message with it is changed with everything that is said, and goes when the run pauses or ends; then you get the transcript.
chamber-left = You are not shown { $name } any more.
chamber-not-watched = You were not watching { $name }.
chamber-nothing-said = Nothing has been said yet in { $name }.
chamber-delete-question = Shall I delete the run { $name } with every word of it? It cannot be undone.
chamber-deleted = The run { $name } is deleted.
chamber-kept = Nothing was deleted.

chamber-no-run = There is no run whose number begins with "{ $run }". /chamber shows those that there are.
chamber-many = More than one run has a number that begins with "{ $run }". Write more of it.
chamber-which = Which one do you mean?
chamber-none-running = No run is going on.
chamber-none-paused = No run of yours is paused.
chamber-not-running = { $name } is not going on.
chamber-running-already = { $name } is going on already.
chamber-is-over = { $name } is over.
chamber-not-yours = { $name } belongs to somebody else: you can watch and stop it.
chamber-which-setup = Write the name of a setup behind it, as in /chamber start { $name }.
chamber-which-to-delete = Write the number of the run behind it, as in /chamber delete { $run }.
chamber-how = What I know here: /chamber, /chamber start NAME, /chamber watch, /chamber leave, /chamber stop, /chamber resume, /chamber transcript, /chamber delete RUN. A run may be named by the first signs of its number.

# $name, $turn and $most as above; the newest words come behind it.
chamber-watching = ▶ { $name } – turn { $turn } of { $most }
# $sent and $received are numbers of tokens, $cost and $time are text.
chamber-figures = Turns: { $turns } of { $most }. Tokens: { $sent } sent, { $received } received. Cost: { $cost }. Time: { $time }.
# $how is like "paused: somebody stopped it".
chamber-is = The run { $name } is { $how }.

chamber-button-start = Start { $name }
chamber-button-watch = Watch { $run }
chamber-button-leave = Watch { $run } no more
chamber-button-stop = Stop { $run }
chamber-button-resume = Go on with { $run }
chamber-button-transcript = Transcript of { $run }
chamber-button-delete = Delete { $run }
chamber-button-keep = Keep it
