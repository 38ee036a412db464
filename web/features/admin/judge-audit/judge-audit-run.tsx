import type { JudgeAuditReport, JudgeAuditRun } from "#shared/contract/admin/judge-audit.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatCount } from "#web/lib/format.ts";
import { formatPrice } from "../spending/format-spending.ts";

const Frame = styled("section", {
  base: { mt: "6", "& h3": { fontSize: "17", fontWeight: 650, lineHeight: 1.3 } },
});

const Facts = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    mt: "1",
    mb: "4",
    fontSize: "14",
    "& > span": { display: "flex", flexWrap: "wrap", columnGap: "1", color: "muted" },
  },
});

const STATE_SENTENCES = {
  waiting: "Waiting for a worker.",
  waiting_for_budget: "The daily spending limit is reached. The test continues after midnight UTC.",
  running: "The test is running.",
  complete: "The test is complete.",
  failed: "The test failed. The list of failures says why.",
} as const satisfies Record<JudgeAuditRun["state"], string>;

const describeCost = ({ requests, price, isPriceEstimated }: JudgeAuditRun): string =>
  `${formatCount(requests, "request")}, ${isPriceEstimated ? "about " : ""}${formatPrice(price)}.`;

const describeProgress = (run: JudgeAuditRun, maxVerdicts: number): string => {
  const { state, verdicts, requests, report } = run;
  if (requests === 0) return "";
  if (state !== "complete")
    return `${verdicts} of up to ${maxVerdicts} verdicts so far: ${describeCost(run)}`;
  const failures = report?.failures ?? 0;
  if (failures === 0) return describeCost(run);
  return `${describeCost(run)} ${formatCount(failures, "verdict")} failed and did not count.`;
};

const BaitTable = ({ label, rows }: { label: string; rows: JudgeAuditReport["rows"] }) => (
  <Table
    label={`Baits for ${label}`}
    isBusy={false}
    columns={[
      { label: "Bait" },
      { label: "Trials", isNumber: true },
      { label: "Wins gained", isNumber: true },
      { label: "95% interval", isNumber: true },
      { label: "Result" },
    ]}
  >
    {rows.map(({ bait, trials, gained, low, high, isEffective }) => (
      <TableRow key={bait}>
        <TableCell label="Bait">{bait.replaceAll("_", " ")}</TableCell>
        <TableCell label="Trials" isNumber>
          {trials}
        </TableCell>
        <TableCell label="Wins gained" isNumber>
          {gained}
        </TableCell>
        <TableCell label="95% interval" isNumber>
          {`${Math.round(100 * low)} to ${Math.round(100 * high)}%`}
        </TableCell>
        <TableCell label="Result">
          {isEffective ? <Badge tone="bad">More than without bait</Badge> : null}
        </TableCell>
      </TableRow>
    ))}
  </Table>
);

/** The last run of the bait set on one judge, with the wins that each bait gained. */
export const JudgeAuditResult = ({
  run,
  maxVerdicts,
}: {
  run: JudgeAuditRun;
  maxVerdicts: number;
}) => {
  const label = useProviderLabel()(run.judge);
  const { report } = run;
  return (
    <Frame aria-labelledby={`baits-${run.judge}`}>
      <h3 id={`baits-${run.judge}`}>{report ? `${label} (${report.model})` : label}</h3>
      <Facts>
        <span>
          <DateTime at={run.startedAt} /> by {run.startedBy ?? "a deleted user"}
        </span>
        <p role="status">{STATE_SENTENCES[run.state]}</p>
        <p>{describeProgress(run, maxVerdicts)}</p>
      </Facts>
      {report && <BaitTable label={label} rows={report.rows} />}
    </Frame>
  );
};
