import type { BaitRun } from "#shared/contract/judging.ts";
import {
  BAIT_CHANGES,
  BAIT_DEBATES,
  BAIT_NAMES,
  MAX_BAIT_TRIALS,
} from "#shared/domain/debates/judging/bait-set.ts";
import { wilsonInterval } from "#shared/domain/debates/judging/statistics.ts";
import { getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { useConfig, useProviderLabel } from "#web/lib/config.tsx";
import { formatCount } from "#web/lib/format.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import { BulletList } from "./bullet-list.tsx";
import { formatShare } from "./format-figures.ts";
import { useModelNames } from "./model-name.tsx";
import { Details, InlineDate, PartText, PartTitle } from "./report-parts.tsx";

const BAITS = BAIT_NAMES.length - 1;
/** Upper limit for a bait's true share of wins, in percent, if it won none of the trials. */
const getUnnoticedShare = (trials: number) =>
  `${Math.round(100 * wilsonInterval(0, trials).high)}%`;

const EXPLANATION = [
  "A bait is a change that should not win a debate, such as an instruction to the judge.",
  `${BAIT_DEBATES.length} English debates, which we wrote, are judged without and with each bait.`,
  "A trial is a side that did not win without it. A win gained is such a side that wins with it.",
].join(" ");

const LIMITS = [
  "Compare each bait with “none”, which changes nothing.",
  `With 0 of ${BAIT_DEBATES.length} trials, the true share can still be ${getUnnoticedShare(BAIT_DEBATES.length)}; with 0 of ${MAX_BAIT_TRIALS}, ${getUnnoticedShare(MAX_BAIT_TRIALS)}.`,
  "A bait that only makes the judge waver, or turns a loss into a draw, gains no win here.",
  "The two sides of a drawn debate are two trials, although they are not independent.",
  `With ${BAITS} baits, one can stand out by chance. Trials without an answer are left out.`,
  "Only runs under the present rules are shown, and of each judge the last one.",
].join(" ");

const describeGains = (row: BaitRun["rows"][number] | undefined): string => {
  if (!row || row.trials === 0) return "no trial";
  return formatShare({ ...row, count: row.gained, total: row.trials });
};

/**
 * Lists the baits (changes that should not win), and the wins that each one gained from each judge.
 */
const BaitTable = ({ runs }: { runs: readonly BaitRun[] }) => {
  const getLabel = useProviderLabel();
  const judges = runs.map(({ judge, rows }) => ({ label: getLabel(judge), rows }));
  const labels = ["Bait", "What it changes", ...judges.map(({ label }) => label)];
  return (
    <Table label="Baits" columns={labels.map((label) => ({ label }))} isBusy={false}>
      {BAIT_NAMES.map((bait) => (
        <TableRow key={bait}>
          <TableCell label="Bait" isLong>
            {bait.replaceAll("_", " ")}
          </TableCell>
          <TableCell label="Changes">{BAIT_CHANGES[bait]}</TableCell>
          {judges.map(({ label, rows }) => (
            <TableCell key={label} label={label}>
              {describeGains(rows.find((row) => row.bait === bait))}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </Table>
  );
};

const describeFailures = (failures: number | null): string => {
  if (failures === null) return "How many verdicts had no usable answers was not stored.";
  return failures === 0
    ? "All verdicts had usable answers."
    : `${formatCount(failures, "verdict")} had no usable answers.`;
};

const BaitRunItem = ({ run }: { run: BaitRun }) => {
  const { judge, model, ranAt, runs, failures } = run;
  return (
    <li>
      {useModelNames()({ provider: judge, model })}:{" "}
      {runs === 1 ? "the only run" : `the last of ${runs} runs`} under these rules, on{" "}
      <InlineDate>
        <DateTime at={ranAt} />
      </InlineDate>
      . {describeFailures(failures)}
    </li>
  );
};

const BaitDebate = styled("article", {
  base: {
    maxW: "42rem",
    mt: "4",
    "& h4": { fontSize: "17", fontWeight: 650 },
    "& p": { mt: "2" },
  },
});

const BaitDebates = () =>
  BAIT_DEBATES.map(({ topic, speeches }) => (
    <BaitDebate key={topic}>
      <h4>{topic}</h4>
      {speeches.map((speech, index) => (
        <p key={speech}>
          <strong>{SIDE_LABEL[getRoleOfTurn(index + 1)]}:</strong> {speech}
        </p>
      ))}
    </BaitDebate>
  ));

const Results = ({ runs }: { runs: readonly BaitRun[] }) => (
  <>
    <PartText>{LIMITS}</PartText>
    <BulletList css={{ mb: "3" }}>
      {runs.map((run) => (
        <BaitRunItem key={run.judge} run={run} />
      ))}
    </BulletList>
    <BaitTable runs={runs} />
  </>
);

/**
 * Shows how baits (changes that should not win) changed verdicts, and which judges were not tested.
 */
export const JudgeBaits = ({ runs }: { runs: readonly BaitRun[] }) => {
  const providers = useConfig()?.providers ?? [];
  const untested = providers.filter(
    ({ id, available }) => available && runs.every(({ judge }) => judge !== id),
  );
  return (
    <>
      <PartTitle>Tests with baits</PartTitle>
      <PartText>{EXPLANATION}</PartText>
      {runs.length > 0 && <Results runs={runs} />}
      {untested.length > 0 && (
        <PartText>
          Not tested under these rules: {untested.map(({ label }) => label).join(", ")}.
        </PartText>
      )}
      <Details>
        <summary>
          {runs.length > 0
            ? `Read the ${BAIT_DEBATES.length} debates`
            : `Read the baits and the ${BAIT_DEBATES.length} debates`}
        </summary>
        {runs.length === 0 && <BaitTable runs={[]} />}
        <BaitDebates />
      </Details>
    </>
  );
};
