import type { LinesBySide } from "./format-style.ts";
import type { Motion } from "../parse-motion.ts";

const PROPOSAL_STAKES: LinesBySide = {
  for: [
    "Nobody is asking for a miracle. The question is whether {scene} has to stay exactly as it is, and it doesn't.",
    "Think of {scene}. It is not a law of nature; it is the sum of decisions, and decisions can be changed.",
    "This isn't about winning an argument. It is about {people}, and whether they get {gain} or another round of excuses.",
    "The way things are is a choice as well; it has merely stopped looking like one.",
  ],
  against: [
    "I share the wish behind it. I doubt the remedy, and a wish is not made wiser by being put into effect.",
    "Think of {scene}. It is not improved by a grand gesture that forgets how the place works.",
    "Good intentions aren't in dispute here. What is in dispute is whether {people} would get {gain}, or only {cost}.",
    "It is easier to applaud a change than to live in it, and somebody has to speak for those who will be living in it.",
  ],
};

const CLAIM_STAKES: LinesBySide = {
  for: [
    "It sounds like a small question, and small questions are where we find out how we think.",
    "I don't ask you to like the conclusion, only to follow the reasons; they are shorter than you might expect.",
    "Most of us hold a view on this before we have examined it. I would like to examine it, and end up holding it on purpose.",
    "I'll begin with what {people} already know, and ask only that we take it seriously.",
  ],
  against: [
    "It is the kind of statement that is pleasant to agree with, and that is the first reason to be careful.",
    "I have no wish to spoil anyone's fun. I only want to see whether the claim can bear its own weight.",
    "A confident sentence isn't yet a true one, and {people} have learned to tell the difference.",
    "There is nothing wrong with believing it for an evening. The trouble starts when it is asked to hold until the morning.",
  ],
};

/** Returns lines for openings on why the question matters. */
export const getStakes = (kind: Motion["kind"]): LinesBySide =>
  kind === "proposal" ? PROPOSAL_STAKES : CLAIM_STAKES;
