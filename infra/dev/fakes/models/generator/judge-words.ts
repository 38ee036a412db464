/** Rulings of at most 15 words, by level of the score. */
export const RULINGS = {
  high: [
    "A turn that changes what the other side has to prove.",
    "Clear, well grounded, and hard to answer in one breath.",
    "It says one thing, and says it so that it holds.",
  ],
  middle: [
    "A fair point, argued soundly, that still owes us one proof.",
    "Good footing, but the last step is taken on trust.",
    "It holds its ground without gaining much of the other’s.",
    "Well said; the obvious objection is still standing.",
  ],
  low: [
    "A conclusion in search of its reasons.",
    "It repeats its claim more often than it supports it.",
    "This leaves the other side with very little to answer.",
  ],
} as const;

/** Sentences of the feedback. Its first sentence names a strength. */
export const FEEDBACK = {
  strengths: [
    "The strongest moment is “{quote}”: it says what is at stake, and says it once.",
    "“{quote}” carries the turn: it is a point that one could actually dispute.",
    "The line “{quote}” earns its place, because the rest of the argument follows from it.",
    "The speaker is clearest in “{quote}”, and the other side will have to reckon with it.",
  ],
  answered: [
    "It meets the other side’s point in its own words before moving on.",
    "It answers first and advances second, which is the right order.",
    "The opponent’s line is quoted fairly and then turned.",
    "The answer to the other side is fair, if a little quick.",
  ],
  unanswered: [
    "It stands on its own ground and leaves the likeliest objection untouched.",
    "It sets out its case without yet testing it against the other one.",
  ],
  praise: [
    "It would take a good answer to undo this.",
    "It makes the next speaker’s task visibly harder.",
  ],
  criticism: [
    "One concrete case would have done more than the last sentence does.",
    "The alternative is dismissed a little faster than it deserves.",
    "A sceptic would ask for one thing that could be checked.",
  ],
} as const;

/** The text of a verdict, by outcome. In a draw, `{winner}` stands for For. */
export const VERDICTS = {
  win: [
    "{winner} had the better of this debate. Its best line was “{quote}”, which was never quite answered. {loser} came closest with “{otherQuote}”, but did not build on it. What decided it was the habit of answering the argument that had actually been made, and not an easier one next to it. It was not one-sided: {loser} raised the harder doubts, and {winner} met them more with confidence than with particulars.",
    "{winner} takes this debate. The line that stays is “{quote}”, and the turns after it showed what follows from it. {loser} replied with “{otherQuote}”, a fair point that concedes more than it meant to. What decided it was consistency: the last turn still defended what the first had claimed. {loser} can take with it that its objections were heard; had it pressed them earlier, this might have gone the other way.",
  ],
  draw: [
    "For and Against leave this debate level. For will be remembered for “{quote}”, which drew the debate to its centre. Against had its match in “{otherQuote}”, and the two lines never quite met. Each answered the other’s weaker points with ease and the stronger ones with style, and a listener who came undecided has every right to stay so.",
    "Neither For nor Against can be said to have won this. The best of For is in “{quote}”, the best of Against in “{otherQuote}”, and it is hard to say which of them costs the other side more. Both defended their ground well and gained little of the other’s; a further round would have been welcome, and might have changed nothing.",
  ],
} as const;
