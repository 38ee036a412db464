import {
  MODEL_CHECK_LABELS,
  MODEL_CHECK_STATUSES,
  type CheckedService,
  type ServiceCheck,
} from "#shared/contract/admin/model-check.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ADAPTATION_LABELS } from "../jobs/job-labels.ts";
import { formatPrice } from "../spending/format-spending.ts";
import { useGroupLabels } from "../spending/use-group-labels.ts";

const STATE_LABELS = {
  waiting: { words: "Waiting", tone: "plain" },
  waiting_for_budget: { words: "Waiting", tone: "plain" },
  running: { words: "Checking", tone: "waiting" },
  complete: { words: "Not configured", tone: "plain" },
  failed: { words: "Not checked", tone: "bad" },
} as const satisfies Record<ServiceCheck["state"], object>;

/** Labels of a checked service, by the worst of its results. */
const RESULT_LABELS = {
  works: { words: "Works", tone: "good" },
  adapted: { words: "Works, adapted", tone: "good" },
  limited: { words: "Works, limited", tone: "waiting" },
  failed: { words: "Not usable", tone: "bad" },
} as const satisfies Record<CheckedService["results"][number]["status"], object>;

const Remarks = styled("ul", { base: { display: "grid", gap: "2", listStyle: "none" } });

const findLabel = ({ state, report }: ServiceCheck) => {
  if (report === null) return STATE_LABELS[state];
  const worst = MODEL_CHECK_STATUSES.findLast((status) =>
    report.results.some((result) => result.status === status),
  );
  return RESULT_LABELS[worst ?? "works"];
};

const listWorking = ({ results }: CheckedService): string | null =>
  results
    .filter(({ status }) => status === "works")
    .map(({ check }) => MODEL_CHECK_LABELS[check])
    .join(", ") || null;

const listRemarks = ({ results, adaptations }: CheckedService): [title: string, text: string][] => [
  ...results
    .filter(({ status }) => status !== "works")
    .map(({ check, note }): [string, string] => [MODEL_CHECK_LABELS[check], note]),
  ...adaptations.map(({ kind, reason }): [string, string] => [ADAPTATION_LABELS[kind], reason]),
];

const ServiceRemarks = ({ state, report }: ServiceCheck) => {
  if (state === "failed") return "The check itself failed. The worker's log says why.";
  const remarks = report ? listRemarks(report) : [];
  if (remarks.length === 0) return null;
  return (
    <Remarks>
      {remarks.map(([title, text]) => (
        <li key={title}>
          <strong>{title}:</strong> {text}
        </li>
      ))}
    </Remarks>
  );
};

/** What works at each service, what had to be adapted, and what the check cost. */
export const ModelCheckTable = ({
  services,
  isRunning,
}: {
  services: readonly ServiceCheck[];
  isRunning: boolean;
}) => {
  const labels = useGroupLabels();
  return (
    <Table
      label="Model check"
      isBusy={isRunning}
      columns={[
        { label: "Service" },
        { label: "Result" },
        { label: "Works" },
        { label: "Cost", isNumber: true },
        { label: "Remarks" },
      ]}
    >
      {services.map((check) => {
        const { service, report } = check;
        const { words, tone } = findLabel(check);
        return (
          <TableRow key={service}>
            <TableCell label="Service" isLong>
              <strong>{labels[service]}</strong>
              {report && <Muted>{report.model}</Muted>}
              {report?.address && <Muted>{report.address}</Muted>}
            </TableCell>
            <TableCell label="Result">
              <Badge tone={tone}>{words}</Badge>
            </TableCell>
            <TableCell label="Works" isLong>
              {report && listWorking(report)}
            </TableCell>
            <TableCell label="Cost" isNumber>
              {report && `${report.isPriceEstimated ? "≈\u00a0" : ""}${formatPrice(report.price)}`}
            </TableCell>
            <TableCell label="Remarks" isLong isWide>
              {ServiceRemarks(check)}
            </TableCell>
          </TableRow>
        );
      })}
    </Table>
  );
};
