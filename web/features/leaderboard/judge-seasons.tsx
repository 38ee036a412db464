import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router-dom";
import type { JudgeFigures, JudgeRules, Season } from "#shared/contract/judging.ts";
import { shortenHash } from "#shared/domain/debates/judging/decision.ts";
import {
  buildRulesApiPath,
  buildRulesPath,
  MAX_SHOWN_SEASONS,
  parseRulesHash,
} from "#shared/domain/debates/judging/seasons.ts";
import { getOrNull } from "#web/lib/api/query-client.ts";
import { useAnchorFocus } from "#web/lib/browser/use-anchor-focus.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Details, Hash, PartText, PartTitle } from "./report-parts.tsx";

const CharterText = styled("pre", {
  base: {
    mt: "3",
    p: "4",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    bg: "panel",
    fontFamily: "code",
    fontSize: "13",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
});

const RulesLink = styled(Link, { base: { textDecoration: "underline" } });

const RULES_ID = "rules";

const COLUMNS = ["Season", "From", "Until", "Hash of the rules"].map((label) => ({ label }));

const SeasonTable = ({ seasons }: { seasons: readonly Season[] }) => (
  <Table label="Seasons" columns={COLUMNS} isBusy={false}>
    {seasons.map(({ number, hash, since, until }) => (
      <TableRow key={number}>
        <TableCell label="Season">{number}</TableCell>
        <TableCell label="From">
          <DateTime at={since} />
        </TableCell>
        <TableCell label="Until">{until === null ? "today" : <DateTime at={until} />}</TableCell>
        <TableCell label="Rules" isLong>
          <RulesLink to={buildRulesPath(hash)}>
            <Hash>{hash}</Hash>
          </RulesLink>
        </TableCell>
      </TableRow>
    ))}
  </Table>
);

const describeSeasons = (seasons: readonly Season[]): string => {
  if (seasons.length === 0) return "They were used beside those of a season.";
  const numbers = seasons.map(({ number }) => number).reverse();
  return `They ${seasons.some(({ until }) => until === null) ? "are" : "were"} the rules of ${
    seasons.length === 1 ? "season" : "seasons"
  } ${numbers.join(", ")}.`;
};

const rulesQuery = (hash: string) =>
  queryOptions({
    queryKey: [buildRulesApiPath(hash)] as const,
    queryFn: getOrNull<JudgeRules>(404),
  });

/** The rules of judging whose hash is in the URL. Verdicts link to them. */
const ChosenRules = ({ hash }: { hash: string }) => {
  const heading = useAnchorFocus(RULES_ID);
  const { data, error, refetch } = useQuery(rulesQuery(hash));
  return (
    <>
      <PartTitle id={RULES_ID} ref={heading} tabIndex={-1}>
        Rules {shortenHash(hash)}
      </PartTitle>
      {data === undefined && error && <ErrorNotice message={error.message} retry={refetch} />}
      {data === undefined && !error && <Skeleton css={{ h: "16rem", borderRadius: "control" }} />}
      {data === null && <PartText>No verdict was given under rules with this hash.</PartText>}
      {data && (
        <>
          <PartText>
            {describeSeasons(data.seasons)} The SHA-256 of this text is <Hash>{data.hash}</Hash>.
          </PartText>
          <CharterText>{data.text}</CharterText>
        </>
      )}
    </>
  );
};

interface JudgeSeasonsProps {
  charter: NonNullable<JudgeFigures["charter"]>;
  seasons: readonly Season[];
}

/**
 * Shows the present rules of judging, the rules in the URL, and the seasons (periods under one set
 * of rules).
 */
export const JudgeSeasons = ({ charter, seasons }: JudgeSeasonsProps) => {
  const chosen = parseRulesHash(useLocation().search);
  return (
    <>
      <Details>
        <summary>Read the rules</summary>
        <CharterText>{charter.text}</CharterText>
      </Details>
      {chosen !== null && <ChosenRules hash={chosen} />}
      <PartTitle>Seasons</PartTitle>
      <PartText css={{ mb: "3" }}>
        New rules start a new season. The hash is the SHA-256 of the text of the rules. It does not
        show when a provider changes a model behind the same name, or a change of the code that
        reads the replies. Verdicts of earlier seasons with the same rules count as verdicts under
        these rules.
        {charter.season > MAX_SHOWN_SEASONS &&
          ` The table shows the newest ${MAX_SHOWN_SEASONS} seasons. Every verdict links to its rules.`}
      </PartText>
      <SeasonTable seasons={seasons} />
    </>
  );
};
