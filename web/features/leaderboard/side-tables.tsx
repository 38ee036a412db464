import { Link } from "react-router-dom";
import type { JudgeReport } from "#shared/contract/leaderboard.ts";
import { FORMAT_LABEL } from "#shared/domain/debates/debate.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { formatShare } from "./format-figures.ts";

const TopicLink = styled(Link, { base: { textDecoration: "underline", overflowWrap: "anywhere" } });

const listColumns = (first: string) =>
  [first, "Debates", "For wins by votes", "For wins by verdict"].map((label) => ({
    label,
    isNumber: label === "Debates",
  }));

type SideFigures = Pick<JudgeReport["formats"][number], "debates" | "audience" | "judges">;

const SideCells = ({ figures }: { figures: SideFigures }) => (
  <>
    <TableCell label="Debates" isNumber>
      {figures.debates}
    </TableCell>
    <TableCell label="By votes">{formatShare(figures.audience)}</TableCell>
    <TableCell label="By verdict">{formatShare(figures.judges)}</TableCell>
  </>
);

export const FormatTable = ({ formats }: Pick<JudgeReport, "formats">) => (
  <Table label="Formats" columns={listColumns("Format")} isBusy={false}>
    {formats.map((row) => (
      <TableRow key={row.format}>
        <TableCell label="Format">
          <strong>{FORMAT_LABEL[row.format]}</strong>
        </TableCell>
        <SideCells figures={row} />
      </TableRow>
    ))}
  </Table>
);

export const TopicTable = ({ topics }: Pick<JudgeReport, "topics">) => (
  <Table label="Topics" columns={listColumns("Topic")} isBusy={false}>
    {topics.map((row) => (
      <TableRow key={row.debateId}>
        <TableCell label="Topic" isLong>
          <TopicLink to={`/debate/${row.debateId}`} {...getTextAttributes(row.language, row.topic)}>
            {row.topic}
          </TopicLink>
        </TableCell>
        <SideCells figures={row} />
      </TableRow>
    ))}
  </Table>
);
