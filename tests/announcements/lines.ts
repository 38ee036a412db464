/** Lines that more than one act says. */
export const VOTES = "votes:updated → members, visitors";
export const GENERATE = "job generate-turn { turnId } → turns";
export const MODERATE = "job moderate { moderationId } → judging";
export const SYNTHESIZE = "job synthesize-speech { recordingId } → speech";
export const DEBATE_GONE = [
  "debate:hidden → processes",
  "debate:deleted → members, visitors",
  "members, visitors left → members, visitors",
];
export const person = (what: string): string =>
  `alert payment: a person must look at this: ${what}`;
