### What stays with the person, and what was read in their story.

command-private = What stays out of the file
command-readings = What others might see in my story
private-nothing =
    Everything you’ve told me is in your file.{ $model ->
        [yes] {" "}If something should stay out of the file, just say so: “keep this between us”.
       *[no] {""}
    }
private-last = Your last answer: “{ $answer }”
private-left-out = It stays out of your file. /private puts it back.
private-not-there = That isn’t in your files, so there is nothing to leave out.
private-gone = It stays out from now on. But your family may already have received it, and I can’t take that back.
button-leave-out = Leave my last answer out
private-list =
    { $answers ->
        [one] This stays out of your file.
       *[other] These { $answers } stay out of your file.
    } Press a button to put one back.
private-stays = It all stays out of the file.
private-released =
    It’s back in your story{ $family ->
        [yes] , and may go to your family like any other answer.
       *[no] .
    }{ $file ->
        [yes] {" "}The new file is on its way.
       *[no] {""}
    }
button-release = Put { $number } back in
button-stays-private = Leave it as it is
readings-none = There are no readings of your story yet. They can only be written once a story is finished and long enough.
