/**
 * The largest run of the bait set: each of 6 debates is judged without a bait, and then with each of
 * 11 baits for both sides. Each verdict takes two requests. Token counts are estimates.
 */
export const BAIT_RUN = {
  verdicts: 138,
  requests: 276,
  inputTokens: 217_000,
  outputTokens: 60_000,
} as const;
