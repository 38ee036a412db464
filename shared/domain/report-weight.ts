/** How much a report counts, for the function below and for the same rule in SQL. */
export const REPORT_WEIGHT = {
  /** A younger account's report counts nothing. */
  newHours: 24,
  /** A younger account's report, and that of an unconfirmed address, counts this part each. */
  youngHours: 7 * 24,
  part: 0.5,
  /** For each earlier report that an admin upheld, and less for each that an admin dismissed. */
  perDecision: 0.25,
  least: 0.25,
  most: 2,
} as const;

/** Reports of this weight together take a debate off the lists until an admin decides. */
export const WEIGHT_TO_UNLIST = 3;

export interface Reporter {
  /** When the report was made, in hours. */
  accountHours: number;
  /** True as well where no mail is configured, so that nothing can be confirmed. */
  isConfirmed: boolean;
  isSuspended: boolean;
  /** Reports of other debates, which an admin took off the lists, */
  upheld: number;
  /** or kept. */
  dismissed: number;
}

/** 0 to 2; 1 for an account of a week with a confirmed address and no record. */
export const reportWeight = (reporter: Reporter): number => {
  const { newHours, youngHours, part, perDecision, least, most } = REPORT_WEIGHT;
  const { accountHours, isConfirmed, isSuspended, upheld, dismissed } = reporter;
  if (isSuspended || accountHours < newHours) return 0;
  const trust = (accountHours < youngHours ? part : 1) * (isConfirmed ? 1 : part);
  const record = Math.min(most, Math.max(least, 1 + perDecision * (upheld - dismissed)));
  return trust * record;
};
