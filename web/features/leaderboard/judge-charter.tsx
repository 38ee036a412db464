import type { JudgeFigures } from "#shared/contract/judging.ts";
import { PANEL_HEADING } from "#shared/domain/debates/judging/charter.ts";
import { NO_MODEL, SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { BulletList } from "./bullet-list.tsx";
import {
  APPEALS,
  describeAgreement,
  describeAppeals,
  describeVerdicts,
  describeWavering,
  REPEATS,
  WAVERING,
} from "./describe-figures.ts";
import { JudgeBaits } from "./judge-baits.tsx";
import { JudgeSeasons } from "./judge-seasons.tsx";
import { Hash, InlineDate, PartText, PartTitle, TextLink } from "./report-parts.tsx";

const DEMO_NOTE =
  "In demo mode no model writes speeches and verdicts. These figures only show how the page works.";
const PARTLY_DEMO_NOTE =
  "Some judges of this site are demo judges and no models. The figures below include their verdicts.";

/**
 * Returns a note if judges are from demo mode, else null. `charterText` lists each provider's
 * model.
 */
const describeDemoJudges = (charterText: string): string | null => {
  const models = PROVIDERS.flatMap(
    (provider) => new RegExp(`^- ${provider}: (.*)$`, "m").exec(charterText)?.[1] ?? [],
  );
  if (!models.includes(SIMULATED_MODEL)) return null;
  return models.every((model) => model === SIMULATED_MODEL || model === NO_MODEL)
    ? DEMO_NOTE
    : PARTLY_DEMO_NOTE;
};

const Repeats = ({ selfAgreement }: Pick<JudgeFigures, "selfAgreement">) => {
  const getLabel = useProviderLabel();
  return (
    <>
      <PartTitle>Judged again</PartTitle>
      <PartText>{REPEATS}</PartText>
      {describeAgreement(selfAgreement, getLabel).map((sentence) => (
        <PartText key={sentence}>{sentence}</PartText>
      ))}
    </>
  );
};

const Sources = () => (
  <PartText css={{ mt: "8" }}>
    The figures of this site are at <TextLink href="/api/judge">/api/judge</TextLink> and{" "}
    <TextLink href="/api/leaderboard">/api/leaderboard</TextLink>. They cannot be recomputed from
    published data. Earlier figures are not kept.
  </PartText>
);

type StartedFigures = JudgeFigures & { charter: NonNullable<JudgeFigures["charter"]> };

const RulesAndTests = ({ figures }: { figures: StartedFigures }) => {
  const { charter, seasons, verdicts, selfAgreement, appeals, baitRuns } = figures;
  const demoNote = describeDemoJudges(charter.text);
  return (
    <>
      {demoNote !== null && <Muted css={{ mt: "2", maxW: "42rem" }}>{demoNote}</Muted>}
      <BulletList>
        <li>
          Season {charter.season},{" "}
          <InlineDate>
            since <DateTime at={charter.since} />
          </InlineDate>
          . Hash of the rules: <Hash>{charter.hash}</Hash>.
        </li>
        <li>{describeVerdicts(verdicts)}</li>
        {charter.text.includes(PANEL_HEADING) && (
          <li>
            A panel of judges votes. A winner needs the votes of more than half of them. Otherwise
            no winner is named, which counts as a draw. If not more than half of them answer, there
            is no verdict.
          </li>
        )}
      </BulletList>
      <JudgeSeasons charter={charter} seasons={seasons} />
      <PartTitle>Wavering</PartTitle>
      <PartText>{WAVERING}</PartText>
      <PartText>{describeWavering(verdicts.waveredAnswers)}</PartText>
      <Repeats selfAgreement={selfAgreement} />
      <PartTitle>Appeals</PartTitle>
      <PartText>{APPEALS}</PartText>
      <PartText>{describeAppeals(appeals)}</PartText>
      <JudgeBaits runs={baitRuns} />
    </>
  );
};

/** The rules under which the judge decides at present, and how it has been tested. */
export const JudgeCharter = ({ figures }: { figures: JudgeFigures }) => {
  const { charter } = figures;
  return (
    <section aria-labelledby="charter">
      <SectionTitle id="charter" css={{ mt: "10" }}>
        Rules and tests of the judge
      </SectionTitle>
      {charter === null ? (
        <Muted css={{ mt: "4" }}>The judge has not started yet, so no rules are published.</Muted>
      ) : (
        <RulesAndTests figures={{ ...figures, charter }} />
      )}
      <Sources />
    </section>
  );
};
