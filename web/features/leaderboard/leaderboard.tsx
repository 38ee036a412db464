import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Leaderboard as LeaderboardData } from "#shared/contract/leaderboard.ts";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { ComputedAt } from "./computed-at.tsx";
import { LimitsBox } from "./limits-box.tsx";
import { RankingSummary } from "./ranking-summary.tsx";
import { RatingsTable } from "./ratings-table.tsx";

const leaderboardQuery = queryOptions<LeaderboardData>({ queryKey: ["/api/leaderboard"] });

const LIMITS = [
  "Who is right. Votes say whom this audience named as the winner, not whose claims are true.",
  "What other people would say. Voters choose the debates they watch, and only members vote.",
  "How good a model is at other tasks. The ratings are about short debates only.",
  "That a higher rating is better, if the intervals overlap. Then the order may be chance.",
  "What a model is worth without hints. Voters may recognize a style. Before they vote, they can see the judge’s scores of all but the last two turns, and after a reaction the reactions of other members.",
  "How much one person decides. The intervals allow for votes of one debate that agree, but not for people who vote in many debates or have several accounts.",
] as const;

export const Leaderboard = () => {
  const { data, error, refetch } = useQuery(leaderboardQuery);
  if (data === undefined && error) return <ErrorNotice message={error.message} retry={refetch} />;
  if (data === undefined) return <Skeleton css={{ h: "16rem", mt: "8", borderRadius: "card" }} />;
  const { models, demo, computedAt } = data;
  const hasDemo = demo.ratings.length > 0 || demo.unranked.length > 0;
  return (
    <>
      <SectionTitle css={{ mt: "10", mb: "4" }}>Models</SectionTitle>
      {models.ratings.length > 0 ? (
        <RatingsTable label="Models" ratings={models.ratings} />
      ) : (
        <EmptyState
          title="There are too few blind votes for a rating so far."
          action={<ButtonLink to="/debates/public">Watch a debate and vote</ButtonLink>}
        />
      )}
      <RankingSummary ranking={models} />
      <ComputedAt at={computedAt} />
      <LimitsBox points={LIMITS} />
      {hasDemo && (
        <section aria-labelledby="demo-models">
          <SectionTitle id="demo-models" css={{ mt: "10" }}>
            Demo models
          </SectionTitle>
          <Muted css={{ mt: "2", mb: "4", maxW: "42rem" }}>
            In demo mode no model writes the speeches. These figures only show how the page works.
          </Muted>
          {demo.ratings.length > 0 && <RatingsTable label="Demo models" ratings={demo.ratings} />}
          <RankingSummary ranking={demo} />
        </section>
      )}
    </>
  );
};
