export const SEAL_ENDED = "seal:ended → processes";
export const VOTES_UPDATED = "votes:updated → members, visitors";
export const GENERATE_TURN_JOB = "job generate-turn { turnId } → turns";
export const MODERATE_JOB = "job moderate { moderationId } → judging";
export const SEND_EMAIL_JOB = "job send-mail { mailId } → mail";
export const EXPORT_DATA_JOB = "job export-data { exportId } → judging";
export const CHECK_MODEL_JOB = "job check-model { modelCheckId } → judging";
export const AUDIT_JUDGE_JOB = "job audit-judge { judgeAuditId } → judging";
export const REPEAT_VERDICT_JOB = "job repeat-verdict { verdictRepeatId } → judging";
export const JUDGE_IN_PANEL_JOB = "job judge-in-panel { panelVoteId } → judging";
export const AUTO_PLAY_JOB = "job auto-play { debateId } → turns";
export const SYNTHESIZE_SPEECH_JOB = "job synthesize-speech { recordingId } → speech";
export const DEBATE_DELETED_EFFECTS = [
  "visibility:changed → processes",
  "debate:deleted → members, visitors",
  "previews, members, visitors, voters left → members, visitors",
];
export const paymentAlert = (what: string): string =>
  `alert payment: a person must look at this: ${what}`;
