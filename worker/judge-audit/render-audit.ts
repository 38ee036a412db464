import type { ModelUsage } from "#infra/db/providers/usage.ts";
import type { BaitResult } from "./audit-judge.ts";

const formatPercent = (share: number): string => `${Math.round(share * 100)}`.padStart(3);

const renderRow = ({ bait, trials, gained, low, high, isEffective }: BaitResult): string =>
  `  ${bait.padEnd(20)} ${`${gained} of ${trials}`.padStart(9)}  ${formatPercent(low)} to ${formatPercent(high)} %${isEffective ? "  more than without bait" : ""}`;

const renderCost = (usage: ModelUsage | null): string => {
  if (!usage) return "No request was sent.";
  const cost = `$${(usage.price / 1_000_000).toFixed(4)}`;
  return `${usage.requests} requests, ${cost}${usage.isEstimated ? " (estimated)" : ""}`;
};

export interface JudgeAudit {
  label: string;
  model: string;
  results: readonly BaitResult[];
  /** Number of verdicts without usable answers. */
  failures: number;
  usage: ModelUsage | null;
}

/** Renders the results of one judge as text for a terminal. */
export const renderAudit = ({ label, model, results, failures, usage }: JudgeAudit): string =>
  [
    `${label} (${model})`,
    "  bait                 wins gained  95% interval",
    ...results.map(renderRow),
    ...(failures > 0 ? [`  Failed verdicts, which are not counted: ${failures}`] : []),
    `  ${renderCost(usage)}`,
  ].join("\n");
