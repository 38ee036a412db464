/** Constants of `reportWeight`, shared with the same rule in SQL. */
export const REPORT_WEIGHT = {
  /** In hours. Reports of younger accounts have no weight. */
  newHours: 24,
  /**
   * In hours. `part` is the factor for younger accounts, and once more for unconfirmed addresses.
   */
  youngHours: 7 * 24,
  part: 0.5,
  /** Added per upheld earlier report, subtracted per dismissed one. */
  perDecision: 0.25,
  least: 0.25,
  most: 2,
} as const;

/** Total weight of reports that unlists a debate until an admin decides. */
export const WEIGHT_TO_UNLIST = 3;

export interface Reporter {
  /** Age of the account when the report was made, in hours. */
  accountHours: number;
  /** Also true if no email is configured, so that nothing can be confirmed. */
  isConfirmed: boolean;
  isSuspended: boolean;
  upheld: number;
  dismissed: number;
}

/**
 * Weight of a report, from 0 to 2. It is 1 for an account older than a week with a confirmed
 * address and no earlier reports.
 */
export const reportWeight = (reporter: Reporter): number => {
  const { newHours, youngHours, part, perDecision, least, most } = REPORT_WEIGHT;
  const { accountHours, isConfirmed, isSuspended, upheld, dismissed } = reporter;
  if (isSuspended || accountHours < newHours) return 0;
  const trust = (accountHours < youngHours ? part : 1) * (isConfirmed ? 1 : part);
  const record = Math.min(most, Math.max(least, 1 + perDecision * (upheld - dismissed)));
  return trust * record;
};
