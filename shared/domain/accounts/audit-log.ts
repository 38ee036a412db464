/** Every action of an admin on another user's data. Each one adds an entry to the audit log. */
export const ADMIN_ACTS = [
  "set_role",
  "set_credits",
  "delete_user",
  "delete_debate",
  "retry_verdict",
  "regenerate_audio",
  "download_audio",
  "keep",
  "unlist",
  "suspend_user",
  "restore_user",
  "retry_mail",
  "retry_judging",
  "retry_export",
  "reset_second_factor",
  "end_sessions",
  "uphold_appeal",
  "reject_appeal",
] as const;
export type AdminAct = (typeof ADMIN_ACTS)[number];

export const ADMIN_ACT_LABEL = {
  set_role: "Role changed",
  set_credits: "Credits set",
  delete_user: "User deleted",
  delete_debate: "Debate deleted",
  retry_verdict: "Verdict retried",
  regenerate_audio: "Audio regenerated",
  download_audio: "Audio downloaded",
  keep: "Kept after review",
  unlist: "Unlisted after review",
  suspend_user: "User suspended",
  restore_user: "Suspension lifted",
  retry_mail: "Email sent again",
  retry_judging: "Scoring retried",
  retry_export: "Export retried",
  reset_second_factor: "Second factor removed",
  end_sessions: "Signed out everywhere",
  uphold_appeal: "Appeal upheld",
  reject_appeal: "Appeal rejected",
} as const satisfies Record<AdminAct, string>;

export const AUDIT_SUBJECTS = ["user", "debate", "turn"] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
