export const STRENGTH_LINES: readonly string[] = [
  "The strongest moment is “{quote}”: it says what is at stake, and says it once.",
  "“{quote}” carries the turn: it is a point that one could actually dispute.",
  "The line “{quote}” earns its place, because the rest of the argument follows from it.",
  "“{quote}” is memorable and, what counts for more, it bears on the motion.",
  "“{quote}” gives the listener something to hold on to.",
  "With “{quote}” the turn finds its subject, and it doesn't let go of it.",
  "There is discipline here: one idea is raised, argued and closed, and “{quote}” is the hinge.",
  "The speaker is clearest in “{quote}”, and the other side will have to reckon with it.",
  "“{quote}” does more work than its length suggests.",
  "The case rests on “{quote}”, which is a better foundation than most.",
  "A turn with a centre: “{quote}” says in one breath what the rest unfolds.",
];

/** Praise for a turn with a quote on the theme `{label}`. */
export const THEME_STRENGTH_LINES: readonly string[] = [
  "The strongest moment is “{quote}”, which puts {label} at the centre and keeps it there.",
  "On {label} the speaker is clear, above all in “{quote}”.",
  "The turn makes good use of a single idea, {label}, and “{quote}” states it without padding.",
  "The case is built around {label}, and “{quote}” is where it bears weight.",
  "By turning to {label} the speaker moves the debate on, and “{quote}” shows where to.",
];

export const ANSWERED_LINES: readonly string[] = [
  "It meets the other side's point in its own words before moving on.",
  "The reply to the previous turn is direct, and not merely polite.",
  "It answers first and advances second, which is the right order.",
  "The opponent's line is quoted fairly and then turned.",
  "The previous speaker is given a real answer and not a change of subject.",
  "It takes the opposing point at its strongest, which costs something and gains more.",
  "The rebuttal is brief and goes to the step that matters.",
  "What was said before is not left standing, and not misquoted either.",
  "The answer to the other side is fair, if a little quick.",
  "It listens before it speaks, and that shows in the first lines.",
];

export const UNANSWERED_LINES: readonly string[] = [
  "It stands on its own ground and leaves the likeliest objection untouched.",
  "It sets out its case without yet testing it against the other one.",
  "What the other side would say to this is left for later.",
];

/** Remarks for turns with an example, for turns without one, and for any turn. */
export interface JudgeRemarks {
  withExample: readonly string[];
  withoutExample: readonly string[];
  any: readonly string[];
}

/** Remarks for turns with a high score. */
export const PRAISE_REMARKS: JudgeRemarks = {
  withExample: [
    "The examples are chosen to test the argument and not only to dress it.",
    "It shows before it concludes, and the picture does half of the proving.",
  ],
  withoutExample: [
    "There is little to fault: the reasoning is visible at every step.",
    "Nothing in it is longer than it has to be.",
  ],
  any: [
    "The ending follows from what came before it, and that is rarer than it sounds.",
    "It would take a good answer to undo this.",
    "It makes the next speaker's task visibly harder.",
  ],
};

export const WEAKNESS_REMARKS: JudgeRemarks = {
  withExample: [
    "The step from the example to the general claim is asserted more than shown.",
    "The people it speaks for are named and not heard.",
    "One scene, however telling, has to stand for rather a lot.",
  ],
  withoutExample: [
    "One concrete case would have done more than the last sentence does.",
    "It leans on a phrase where a case was needed.",
    "A sceptic would ask for one thing that could be checked, and would not find it here.",
  ],
  any: [
    "What is missing is a limit: it never says when its own rule would stop applying.",
    "The alternative is dismissed a little faster than it deserves.",
    "It persuades those who agree already, and leaves the doubtful where they were.",
  ],
};

/** Rulings of at most 15 words, by how the turn was scored. */
export const RULING_LINES = {
  high: [
    "A turn that changes what the other side has to prove.",
    "Clear, well grounded, and hard to answer in one breath.",
    "This is the argument to beat from here on.",
    "It says one thing, and says it so that it holds.",
    "The point lands, and it lands where it hurts.",
  ],
  middle: [
    "A fair point, argued soundly, that still owes us one proof.",
    "Good footing, but the last step is taken on trust.",
    "It holds its ground without gaining much of the other's.",
    "The idea is better than the case that is made for it.",
    "Well said; the obvious objection is still standing.",
  ],
  low: [
    "A conclusion in search of its reasons.",
    "It repeats its claim more often than it supports it.",
    "This leaves the other side with very little to answer.",
    "More tone than argument, and the question stays where it was.",
    "The thread is lost before the point is reached.",
  ],
} as const satisfies Record<string, readonly string[]>;

/** First lines of a verdict. `{winner}` and `{loser}` are the sides; lines for a draw name none. */
export const CLEAR_WIN_LINES: readonly string[] = [
  "{winner} had the better of this debate.",
  "The debate goes to {winner}, and by a clear distance.",
];
export const NARROW_WIN_LINES: readonly string[] = [
  "{winner} takes this debate, though not by much.",
  "It was close, and on balance {winner} was the more convincing.",
];
export const DRAW_LINES: readonly string[] = [
  "For and Against leave this debate level.",
  "Neither For nor Against can be said to have won this.",
];

/** Lines that compare a `{quote}` of the winner with an `{otherQuote}` of the loser. */
export const COMPARISON_LINES: readonly string[] = [
  "{winner} was at its best in “{quote}”, which was never quite answered. {loser} came closest with “{otherQuote}”, but did not build on it.",
  "The line that stays is {winner}'s “{quote}”. {loser} replied with “{otherQuote}”, a fair point that concedes more than it meant to.",
  "{winner} said “{quote}”, and then showed what follows from it. {loser}'s “{otherQuote}” was as well put and carried less weight.",
];

export const REASON_LINES: readonly string[] = [
  "What decided it was the habit of answering the argument that had actually been made, and not an easier one standing next to it.",
  "What decided it was consistency: the last turn still defended what the first had claimed, and the turns between had tested it.",
  "What decided it was that {winner} kept its examples close to the motion, while {loser} was often at its most eloquent some way off.",
];

export const RESERVATION_LINES: readonly string[] = [
  "{winner} leaves one question open all the same, which is where its own principle ought to stop; had {loser} pressed that earlier, this might have gone the other way.",
  "It was not one-sided: {loser} raised the harder doubts, and {winner} met them more with confidence than with particulars.",
  "{loser} can take with it that its objections were heard and its best lines quoted; {winner} can take the rest.",
];

export const DRAW_CLOSING_LINES: readonly string[] = [
  "Each answered the other's weaker points with ease and the stronger ones with style, and a listener who came undecided has every right to stay so.",
  "Both defended their ground well and neither gained much of the other's; a further round would have been welcome, and might have changed nothing.",
];

export const DRAW_COMPARISON_LINES: readonly string[] = [
  "For will be remembered for “{quote}”, which drew the debate to its centre. Against had its match in “{otherQuote}”, and the two lines never quite met.",
  "The best of For is in “{quote}”. The best of Against is in “{otherQuote}”, and it is hard to say which of them costs the other side more.",
];
