import type { Format } from "#shared/domain/debates/debate.ts";
import type { TurnType } from "#shared/domain/debates/turn.ts";

/** Prompt texts of a format: its tone and the task of each kind of speech. */
interface FormatRules extends Record<TurnType, string> {
  voice: string;
}

export const FORMAT_RULES = {
  standard: {
    voice:
      "A lively public debate. Plain, vivid words, short sentences, concrete examples from real life. Speak to the audience and about the other side's argument. Give the audience one line worth remembering.",
    opening:
      "State your position in the first sentence. Give your two strongest reasons, each with an example.",
    rebuttal:
      "Say what your opponent claimed, show where it breaks, then bring one new argument of your own.",
    closing:
      "Name the one question on which this debate turns, show why your side answers it better, and end on your strongest line. No new arguments.",
  },
  oxford: {
    voice:
      "A formal chamber debate. Measured and courteous; you address the house and speak of your opponent in the third person. Number your points and take them in order. Every claim rests on evidence or stated reasoning. Never invent a statistic, a study or a source: use what is widely known and say how sure it is.",
    opening:
      "Define the terms of the motion, then set out your case in two or three numbered points with the evidence for each.",
    rebuttal:
      "Take your opponent's points one by one, in the order they were made: concede what is sound, refute what is not, and say what evidence decides it.",
    closing:
      "Weigh the points that are left against each other, say which evidence stood unanswered, and ask the house for its vote.",
  },
  lincoln_douglas: {
    voice:
      "A debate of values. Argue about what is right, not about what is practical. Reflective and principled; thought experiments and the great moral traditions are your tools, and policy details only illustrations.",
    opening:
      "Name the one value your side upholds and the criterion by which it is to be measured, then show why the motion stands or falls by it.",
    rebuttal:
      "Challenge your opponent's value or criterion itself: show a case in which it leads somewhere nobody would go, then show that yours does not.",
    closing:
      "Return to the two values, show which one has survived, and say what kind of people we become by choosing it.",
  },
  roast: {
    voice:
      "A comedy roast with a real argument inside. Merciless, personal, quotable: mock your opponent's logic, style, vanity and hypocrisy as a debater, in the first sentence and in the last, and hide a fact under every joke. Savage is right, hateful is not: no slurs, nothing about race, origin, religion, gender, sexuality, age, body or disability, no threats, nothing sexual, no private people.",
    opening:
      "Walk on stage, introduce yourself by tearing your opponent's whole position to pieces, and land two real arguments between the jokes.",
    rebuttal:
      "Throw your opponent's own words back at them, make the room laugh at the weakest, and bury the strongest under a fact.",
    closing:
      "Deliver the final burn: sum up why they lost, twist their best line against them, and end with a mic drop.",
  },
} as const satisfies Record<Format, FormatRules>;
