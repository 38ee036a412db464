import type { JudgeReport, VerdictRecord } from "#shared/contract/leaderboard.ts";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCount } from "#web/lib/format.ts";
import { formatPercent, formatShare, MIN_CASES } from "./format-figures.ts";
import { Label, ModelName } from "./model-name.tsx";

const COLUMNS = [
  "Judge",
  "Verdicts",
  "For wins",
  "Agrees with the audience",
  "Against the scores",
  "Wavers",
].map((label) => ({ label, isNumber: label === "Verdicts" }));

const Detail = styled("span", { base: { display: "block", fontSize: "13", color: "muted" } });

/**
 * Says how often judge and audience would agree by chance, and the median number of votes. With few
 * cases, chance is left out.
 */
const describeAgreement = (figures: VerdictRecord): string => {
  const { audienceAgreement, chanceAgreement, medianVotes } = figures;
  if (audienceAgreement === null || chanceAgreement === null || medianVotes === null) return "";
  const median = `median ${formatCount(medianVotes, "vote")}`;
  return audienceAgreement.total < MIN_CASES
    ? median
    : `by chance ${formatPercent(chanceAgreement)}, ${median}`;
};

const FigureCells = ({ figures }: { figures: VerdictRecord }) => {
  const detail = describeAgreement(figures);
  return (
    <>
      <TableCell label="Verdicts" isNumber>
        {figures.verdicts}
      </TableCell>
      <TableCell label="For wins">{formatShare(figures.forWins)}</TableCell>
      <TableCell label="Agrees">
        {formatShare(figures.audienceAgreement)}
        {detail && <Detail>{detail}</Detail>}
      </TableCell>
      <TableCell label="Against scores">{formatShare(figures.againstScores)}</TableCell>
      <TableCell label="Wavers">{formatShare(figures.wavered)}</TableCell>
    </>
  );
};

interface JudgeTableProps extends Pick<JudgeReport, "judges" | "panels"> {
  label: string;
}

export const JudgeTable = ({ label, judges, panels }: JudgeTableProps) => (
  <Table label={label} columns={COLUMNS} isBusy={false}>
    {panels.map((panel) => (
      <TableRow key="panel">
        <TableCell label="Judge">
          <Label>Panel</Label>
        </TableCell>
        <FigureCells figures={panel} />
      </TableRow>
    ))}
    {judges.map((judge) => (
      <TableRow key={`${judge.provider} ${judge.model}`}>
        <TableCell label="Judge">
          <ModelName provider={judge.provider} model={judge.model} />
        </TableCell>
        <FigureCells figures={judge} />
      </TableRow>
    ))}
  </Table>
);
