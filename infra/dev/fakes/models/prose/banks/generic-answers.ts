export const GENERIC_ANSWERS: readonly string[] = [
  "It is well put, but it tells us what is wished for and not what would happen.",
  "That may be so in the best case, and it is the ordinary case that we have to live in.",
  "The words are strong and the step between them is missing.",
  "Grant every word of it, and the conclusion still doesn't follow.",
  "It describes one corner of the picture with care and leaves the rest to our good will.",
  "There is a true thing in it, and the true thing happens to be on my side.",
  "It asks us to be impressed at the exact moment when we ought to be asking how.",
  "Said quickly it sounds like a reason; said slowly it is a hope.",
  "It would settle the matter if nobody else were affected, and somebody always is.",
  "The point proves less than it needs to, and what it proves was never in dispute.",
  "That is an answer to a question which nobody on this side has asked.",
  "It works only if we agree beforehand on everything that matters.",
];
