export const VOTES = "votes:updated → members, visitors";
export const GENERATE = "job generate-turn { turnId } → turns";
export const MODERATE = "job moderate { moderationId } → judging";
export const MAIL = "job send-mail { mailId } → mail";
export const EXPORT = "job export-data { exportId } → judging";
export const PLAY = "job auto-play { debateId } → turns";
export const SYNTHESIZE = "job synthesize-speech { recordingId } → speech";
export const DEBATE_GONE = [
  "visibility:changed → processes",
  "debate:deleted → members, visitors",
  "members, visitors left → members, visitors",
];
export const person = (what: string): string =>
  `alert payment: a person must look at this: ${what}`;
