import { REPORT_WEIGHT, UNLIST_WEIGHT_THRESHOLD } from "#shared/domain/report-weight.ts";

const { newHours, youngHours, reducedFactor, perDecision, minHistoryFactor, maxHistoryFactor } =
  REPORT_WEIGHT;

const countDecisionsSql = (decision: "unlist" | "keep"): string => `
  (SELECT count(*) FROM reports earlier JOIN reviews v ON v.debate_id = earlier.debate_id
    WHERE earlier.user_id = r.user_id AND earlier.debate_id <> r.debate_id
      AND v.turn_id IS NULL AND v.decision = '${decision}')`;

const isAccountYoungerSql = (hours: number): string =>
  `r.created_at - u.created_at < interval '${hours} hours'`;

/**
 * SQL version of the function `computeReportWeight`, over the report `r` and its user `u`.
 * `hasMail` says whether email is configured, so that users can confirm their address.
 */
export const reportWeightSql = (hasMail: boolean): string => `
  (CASE WHEN u.suspended_at IS NOT NULL OR ${isAccountYoungerSql(newHours)} THEN 0
        WHEN ${isAccountYoungerSql(youngHours)} THEN ${reducedFactor} ELSE 1 END
   * ${hasMail ? `CASE WHEN u.email_confirmed_at IS NULL THEN ${reducedFactor} ELSE 1 END` : "1"}
   * least(${maxHistoryFactor}, greatest(${minHistoryFactor}, 1 + ${perDecision} * (${countDecisionsSql("unlist")} - ${countDecisionsSql("keep")}))))::float8`;

/** SQL version of the function `computeTotalReportWeight`, over the reports of `debates d`. */
export const totalReportWeightSql = (hasMail: boolean): string => `
  (SELECT coalesce(sum(heaviest), 0)
     FROM (SELECT max(${reportWeightSql(hasMail)}) AS heaviest
             FROM reports r JOIN users u ON u.id = r.user_id WHERE r.debate_id = d.id
            GROUP BY coalesce(r.network, r.id::text)) AS networks)`;

export const isReportThresholdReachedSql = (hasMail: boolean): string =>
  `${totalReportWeightSql(hasMail)} >= ${UNLIST_WEIGHT_THRESHOLD}`;
