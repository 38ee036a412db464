import type { JudgeRecord } from "#shared/contract/leaderboard.ts";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { formatShare } from "./format-figures.ts";
import { ModelName } from "./model-name.tsx";

const COLUMNS = ["Judge", "Verdicts", "For wins", "Agrees with the audience", "Wavers"].map(
  (label) => ({ label, isNumber: label === "Verdicts" }),
);

interface JudgeTableProps {
  label: string;
  judges: readonly JudgeRecord[];
}

export const JudgeTable = ({ label, judges }: JudgeTableProps) => (
  <Table label={label} columns={COLUMNS} isBusy={false}>
    {judges.map((judge) => (
      <TableRow key={`${judge.provider} ${judge.model}`}>
        <TableCell label="Judge">
          <ModelName provider={judge.provider} model={judge.model} />
        </TableCell>
        <TableCell label="Verdicts" isNumber>
          {judge.verdicts}
        </TableCell>
        <TableCell label="For wins">{formatShare(judge.forWins)}</TableCell>
        <TableCell label="Agrees">{formatShare(judge.audienceAgreement)}</TableCell>
        <TableCell label="Wavers">{formatShare(judge.wavered)}</TableCell>
      </TableRow>
    ))}
  </Table>
);
