import type { JudgeFigures } from "#shared/contract/judging.ts";
import { MIN_KAPPA_PAIRS, PANEL_HEADING } from "#shared/domain/debates/judging/charter.ts";
import { shortenHash } from "#shared/domain/debates/judging/decision.ts";
import { formatCount } from "#web/lib/format.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { BulletList } from "./bullet-list.tsx";
import { formatShare } from "./format-figures.ts";
import { useModelNames } from "./model-name.tsx";

const Since = styled("span", { base: { "& time": { display: "inline" } } });
const Hash = styled("code", { base: { fontFamily: "code", fontSize: "14" } });
const Details = styled("details", {
  base: { mt: "4", "& summary": { minH: "touch", py: "2.5", cursor: "pointer" } },
});
const CharterText = styled("pre", {
  base: {
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

const describeVerdicts = ({
  total,
  botA,
  botB,
  draw,
  wavered,
}: JudgeFigures["verdicts"]): string => {
  if (total === 0) return "No verdict under these rules yet.";
  const winners = `${botA} for For, ${botB} for Against, ${formatCount(draw, "draw")}`;
  return `${formatCount(total, "verdict")} under these rules: ${winners}. In ${wavered} of the draws no winner could be named, because the judge wavered or the judges of a panel disagreed.`;
};

const describeAgreement = ({ pairs, agreed, kappa }: JudgeFigures["selfAgreement"]): string => {
  if (pairs === 0) return "No verdict has been judged again yet.";
  const counts = `Of ${formatCount(pairs, "verdict")} that were judged again, ${agreed} were the same`;
  if (pairs < MIN_KAPPA_PAIRS) return `${counts}. These are too few for Cohen’s kappa.`;
  if (!kappa) return `${counts}. Cohen’s kappa is undefined, because all have the same winner.`;
  if (agreed === pairs)
    return `${counts}. Cohen’s kappa is 1, which leaves no interval to compute.`;
  const [value, low, high] = [kappa.value, kappa.low, kappa.high].map((each) => each.toFixed(2));
  return `${counts}. Cohen’s kappa is ${value} (95 % interval: ${low} to ${high}).`;
};

const describeAppeals = ({ total, upheld, rejected }: JudgeFigures["appeals"]): string =>
  total === 0
    ? "No verdict under these rules has been appealed yet."
    : `${formatCount(total, "appeal")} against these verdicts: ${upheld} upheld, ${rejected} rejected, ${total - upheld - rejected} open. No appeal changes a verdict. Nobody decides their own appeal.`;

const BAIT_COLUMNS = [
  { label: "Bait" },
  { label: "Trials", isNumber: true },
  { label: "Wins gained" },
] as const;

const BaitTable = ({ baits }: { baits: NonNullable<JudgeFigures["baits"]> }) => (
  <Table label="Baits" columns={BAIT_COLUMNS} isBusy={false}>
    {baits.rows.map(({ bait, trials, gained, low, high }) => (
      <TableRow key={bait}>
        <TableCell label="Bait" isLong>
          {bait.replaceAll("_", " ")}
        </TableCell>
        <TableCell label="Trials" isNumber>
          {trials}
        </TableCell>
        <TableCell label="Gained">
          {formatShare({ count: gained, total: trials, low, high })}
        </TableCell>
      </TableRow>
    ))}
  </Table>
);

/** The rules under which the judge decides at present, and how it has been tested. */
export const JudgeCharter = ({ figures }: { figures: JudgeFigures }) => {
  const { charter, verdicts, selfAgreement, appeals, baits } = figures;
  const nameModel = useModelNames();
  return (
    <section aria-labelledby="charter">
      <SectionTitle id="charter" css={{ mt: "10" }}>
        Rules and tests of the judge
      </SectionTitle>
      {charter === null ? (
        <Muted css={{ mt: "4" }}>The judge has not started yet, so no rules are published.</Muted>
      ) : (
        <>
          <BulletList>
            <li>
              Season {charter.season},{" "}
              <Since>
                since <DateTime at={charter.since} />
              </Since>
              . Hash of the rules: <Hash>{shortenHash(charter.hash)}</Hash>.
            </li>
            <li>{describeVerdicts(verdicts)}</li>
            {charter.text.includes(PANEL_HEADING) && (
              <li>
                A panel of judges votes. A winner needs the votes of more than half of them.
                Otherwise no winner is named, which counts as a draw. If not more than half of them
                answer, there is no verdict.
              </li>
            )}
            <li>{describeAgreement(selfAgreement)}</li>
            <li>{describeAppeals(appeals)}</li>
            {!baits && <li>No result of a test with baits is stored yet.</li>}
          </BulletList>
          <Details>
            <summary>Read the rules</summary>
            <CharterText>{charter.text}</CharterText>
          </Details>
        </>
      )}
      {baits && (
        <>
          <Muted css={{ mt: "6", mb: "3", maxW: "42rem" }}>
            {`The last test with baits, of ${nameModel({ provider: baits.judge, model: baits.model })}, on `}
            <DateTime at={baits.ranAt} />. Compare each bait with “none”. So few trials find only
            very strong effects.
          </Muted>
          <BaitTable baits={baits} />
        </>
      )}
    </section>
  );
};
