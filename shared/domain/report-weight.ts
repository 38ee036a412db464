/** Constants of `computeReportWeight`, shared with the same rule in SQL. */
export const REPORT_WEIGHT = {
  /** In hours. Reports of younger accounts have no weight. */
  newHours: 24,
  /** In hours. Reports of younger accounts are multiplied by `reducedFactor`. */
  youngHours: 7 * 24,
  /** Factor for young accounts, and for accounts with an unconfirmed address. Both can apply. */
  reducedFactor: 0.5,
  /** Added for each earlier report that was upheld, and subtracted for each that was dismissed. */
  perDecision: 0.25,
  minHistoryFactor: 0.25,
  maxHistoryFactor: 2,
} as const;

/** A debate whose reports have at least this total weight is unlisted until an admin decides. */
export const UNLIST_WEIGHT_THRESHOLD = 3;

export interface Reporter {
  /** Age of the account when the report was made, in hours. */
  accountHours: number;
  /** Also true if no email is configured, because no address can be confirmed then. */
  isConfirmed: boolean;
  isSuspended: boolean;
  upheld: number;
  dismissed: number;
}

export interface WeighedReport {
  /** Identifies the network the report came from; null if it is not known. */
  network: string | null;
  weight: number;
}

/**
 * Weight of all reports of a debate. Reports from one network count like the heaviest of them, so
 * that one person with several accounts counts like one account.
 */
export const computeTotalReportWeight = (reports: readonly WeighedReport[]): number => {
  const heaviest = new Map<string | WeighedReport, number>();
  for (const report of reports) {
    const key = report.network ?? report;
    heaviest.set(key, Math.max(heaviest.get(key) ?? 0, report.weight));
  }
  return [...heaviest.values()].reduce((sum, weight) => sum + weight, 0);
};

/**
 * Weight of a report, from 0 to 2. It is 1 for an account older than a week with a confirmed
 * address and no earlier reports.
 */
export const computeReportWeight = (reporter: Reporter): number => {
  const { newHours, youngHours, reducedFactor, perDecision, minHistoryFactor, maxHistoryFactor } =
    REPORT_WEIGHT;
  const { accountHours, isConfirmed, isSuspended, upheld, dismissed } = reporter;
  if (isSuspended || accountHours < newHours) return 0;
  const accountFactor =
    (accountHours < youngHours ? reducedFactor : 1) * (isConfirmed ? 1 : reducedFactor);
  const historyFactor = Math.min(
    maxHistoryFactor,
    Math.max(minHistoryFactor, 1 + perDecision * (upheld - dismissed)),
  );
  return accountFactor * historyFactor;
};
