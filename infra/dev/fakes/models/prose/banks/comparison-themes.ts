import type { ArgumentTheme } from "./argument-theme.ts";

/**
 * Themes for motions on which of two things is better. The Against side defends the second thing.
 */
export const COMPARISON_THEMES: readonly ArgumentTheme[] = [
  {
    id: "days",
    label: "good days and bad days",
    words: /\b(?:ordinary days|bad day|month|worst moment|photographs?)\b/gi,
    for: {
      case: [
        "Live with both for a month and the question answers itself.",
        "With {x} the ordinary days go well, and most days are ordinary.",
        "{Y has/have} moments, I admit, and they photograph beautifully.",
        "{People} don't live in photographs.",
      ],
      answer: [
        "A bad day is a poor judge: it is in a hurry, and it wants someone to blame.",
        "Add up all the others, and {x comes/come} out ahead with room to spare.",
      ],
      recap: "the ordinary days belong to {x}",
    },
    against: {
      case: [
        "Judge the two of them by a day when something goes wrong.",
        "That is when {y proves/prove} the point, quietly, while the friends of {x} are still looking for the instructions.",
        "{People} learn this once and don't forget it.",
        "What is better is what you are glad of at the worst moment.",
      ],
      answer: [
        "Ordinary days flatter whatever one is used to.",
        "Swap the two for long enough to forget the habit, and it is {y} that people ask for.",
      ],
      recap: "on a bad day people are glad of {y}",
    },
  },
  {
    id: "effort",
    label: "what each asks of us",
    words: /\b(?:effort|demands|generosity|easy|course of study|pamphlet)\b/gi,
    for: {
      case: [
        "Ask how much each of them demands before it gives anything back.",
        "{X meets/meet} you where you are; {y wants/want} you to come prepared, and grateful.",
        "{People} with a full day have no use for a reward that comes after the course of study.",
        "Generosity is a kind of quality, and here is where {x has/have} more of it.",
      ],
      answer: [
        "Making people work for it is a virtue only if there is more at the end of it.",
        "Compare the ends and not the journeys, and {x needs/need} no apology.",
      ],
      recap: "{x meets/meet} people where they are",
    },
    against: {
      case: [
        "Easy is not the same as good, and {x has/have} been trading on the confusion.",
        "{Y asks/ask} a little more of you, and that is how you can tell that there is something there.",
        "{People} who have made the effort rarely go back.",
        "What costs nothing is seldom what one keeps.",
      ],
      answer: [
        "Being easy to pick up is a virtue in a pamphlet.",
        "What counts is what you still find in {y} the hundredth time, when {x has/have} run out of things to say.",
      ],
      recap: "{y rewards/reward} whoever makes the effort",
    },
  },
  {
    id: "loss",
    label: "what we would miss",
    words: /\b(?:gone tomorrow|miss|original|imitation|making do|hole|loss)\b/gi,
    for: {
      case: [
        "Imagine each of them gone tomorrow.",
        "Without {y} we would shrug, adapt, and tell a story about it by the weekend.",
        "Without {x} there would be a hole in {scene} that nothing else quite fits.",
        "What you would miss most is what was better all along.",
      ],
      answer: [
        "What people reach for first is habit, and habit is no verdict.",
        "Wait a week, and see which of the two they have stopped mentioning.",
      ],
      recap: "nothing else fits the hole that {x} would leave",
    },
    against: {
      case: [
        "Take {y} away, and see what people reach for: not {x}, but the nearest imitation of {y} that they can find.",
        "That is how one recognises the original.",
        "{People} would make do, of course, as people always have.",
        "But making do is not preferring, and preferring is what this debate is about.",
      ],
      answer: [
        "Loss is a poor ruler: we miss what is loud before we miss what is good.",
        "Ask again after a month, when the noise has gone, and it is {y} that is wanted back.",
      ],
      recap: "people left without {y} reach for an imitation",
    },
  },
  {
    id: "range",
    label: "range and depth",
    words: /\b(?:setting|range|depth|deep|suit everybody|wide|string|copes)\b/gi,
    for: {
      case: [
        "Consider how each of them stands up to a change of weather.",
        "{Y is/are} splendid in one setting, and in that setting I would not argue.",
        "But life keeps changing the setting, and {x keeps/keep} up.",
        "{People} need something that still serves them on the day the plan falls through.",
      ],
      answer: [
        "Depth in one place is admirable, and the rest of life is lived in all the others.",
        "I would sooner have what serves every day than what shines on Sundays.",
      ],
      recap: "{x keeps/keep} up when the setting changes",
    },
    against: {
      case: [
        "A thing that tries to suit everybody ends by belonging to no one.",
        "{X spreads/spread} wide and thin, while {y goes/go} deep.",
        "{People} who care about the difference know which of those they would cross town for.",
        "Handier was never the same as better.",
      ],
      answer: [
        "Being useful everywhere is what one says of string.",
        "When it matters, people don't ask what copes; they ask what is best, and that is where {y comes/come} in.",
      ],
      recap: "{y goes/go} deep where {x goes/go} wide",
    },
  },
];
