import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { formatCount } from "#web/lib/format.ts";
import { ComputedAt } from "./computed-at.tsx";
import { JudgeCharter } from "./judge-charter.tsx";
import { judgeQuery } from "./judge-query.ts";
import { JudgeTable } from "./judge-table.tsx";
import { LimitsBox } from "./limits-box.tsx";
import { FormatTable, TopicTable } from "./side-tables.tsx";

const LIMITS = [
  "That the judge is right. Agreement with the audience says only that both decide alike. Before they vote, voters can see the judge’s scores of all but the last two turns, and after a reaction the reactions of other members.",
  "How reliable the scores are. Only the verdict is asked for twice, judged again and tested with baits.",
  "That the order is fair. For opens without anything to answer, and Against has the last word.",
  "Which judge is better. Each one judges other speakers, and the intervals ignore that topics and models recur.",
  "That a judge favours a side. One side may have the better case on the topics that are debated.",
  "That a judge does not favour a model. A judge of a panel can belong to the provider of a speaker, and so can a single judge if no other provider is available.",
  "What happens in other formats, languages and topics than those that were debated here.",
] as const;

const DEMO_NOTE =
  "In demo mode no model writes speeches and verdicts. If either is from demo mode, a verdict counts here and not above. These figures only show how the page works.";

export const JudgeReport = () => {
  const { data, error, refetch } = useQuery(judgeQuery);
  if (data === undefined && error) return <ErrorNotice message={error.message} retry={refetch} />;
  if (data === undefined) return <Skeleton css={{ h: "16rem", mt: "8", borderRadius: "card" }} />;
  const { judges, panels, withoutVerdict, formats, topics, computedAt, figures } = data;
  const select = (ofDemo: boolean) => ({
    judges: judges.filter(({ isDemo }) => isDemo === ofDemo),
    panels: panels.filter(({ isDemo }) => isDemo === ofDemo),
  });
  const [real, demo] = [select(false), select(true)];
  const isEmpty = formats.every(({ debates }) => debates === 0);
  return (
    <>
      <SectionTitle css={{ mt: "10", mb: "4" }}>Judges</SectionTitle>
      {real.judges.length + real.panels.length > 0 ? (
        <JudgeTable label="Judges" {...real} />
      ) : (
        <EmptyState
          title="No verdict under the present rules counts yet: a debate counts a day after its end."
          action={<ButtonLink to="/debates/public">Watch a debate</ButtonLink>}
        />
      )}
      {withoutVerdict !== undefined && (
        <Muted css={{ mt: "3", maxW: "42rem" }}>
          {formatCount(withoutVerdict, "debate")} that ended under these rules got no verdict.
          Debates for which the judge gave no usable answers are counted here, and in no share of
          verdicts. Debates with a speech of demo mode are not counted.
        </Muted>
      )}
      {!isEmpty && (
        <>
          <SectionTitle css={{ mt: "10", mb: "4" }}>Which side wins, by format</SectionTitle>
          <FormatTable formats={formats} />
          <SectionTitle css={{ mt: "10", mb: "4" }}>Which side wins, by topic</SectionTitle>
          {topics.length > 0 ? (
            <TopicTable topics={topics} />
          ) : (
            <Muted>No topic was debated three times yet.</Muted>
          )}
        </>
      )}
      {demo.judges.length + demo.panels.length > 0 && (
        <>
          <SectionTitle css={{ mt: "10" }}>Demo judges</SectionTitle>
          <Muted css={{ mt: "2", mb: "4", maxW: "42rem" }}>{DEMO_NOTE}</Muted>
          <JudgeTable label="Demo judges" {...demo} />
        </>
      )}
      <ComputedAt at={computedAt} />
      <JudgeCharter figures={figures} />
      <LimitsBox points={LIMITS} />
    </>
  );
};
