import { queryOptions, useQuery } from "@tanstack/react-query";
import { Eye, Headphones } from "lucide-react";
import { Link } from "react-router-dom";
import type { SpokenDebate } from "#shared/contract/live.ts";
import { listAddress, placeInList } from "#shared/domain/debate-list.ts";
import { liveLabel } from "#shared/domain/live.ts";
import { Card } from "#web/components/ui/card.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { HiddenSectionTitle, Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { counted, progressText } from "#web/lib/format.ts";

/** Refetch interval. TanStack Query pauses it while the page is hidden. */
const LOOK_MS = 10_000;

const spokenDebatesQuery = queryOptions<SpokenDebate[]>({
  queryKey: ["/api/debates/spoken"],
  refetchInterval: LOOK_MS,
});

const List = styled("ul", { base: { display: "grid", gap: "4" } });
const Topic = styled("h3", {
  base: { fontSize: "20", "& a:hover": { textDecoration: "underline" } },
});
const People = styled("p", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    mt: "2",
    fontSize: "14",
    color: "muted",
    "& span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  },
});
const OnAir = styled("strong", { base: { color: "active", fontWeight: 650 } });

const WaysOn = styled("p", { base: { "& a": { color: "ink", textDecoration: "underline" } } });

/** The list of public debates that wait for their next turn. */
const UNFINISHED = listAddress(placeInList("?status=active"));

const LiveDebateCard = ({ live }: { live: SpokenDebate }) => {
  const { debate, turnNumber, watchers, listeners } = live;
  const labelOf = useProviderLabel();
  return (
    <Card css={{ p: { base: "4", md: "5" } }}>
      <Topic dir="auto">
        <Link to={`/debate/${debate.id}`}>{debate.topic}</Link>
      </Topic>
      <Muted css={{ mt: "1" }}>
        {labelOf(debate.botAProvider)} against {labelOf(debate.botBProvider)}
      </Muted>
      <People>
        <OnAir>
          {debate.status === "completed"
            ? liveLabel(debate.status)
            : progressText(turnNumber, debate.maxTurns)}
        </OnAir>
        <span>
          <Eye size={14} aria-hidden="true" />
          {watchers} watching
        </span>
        <span>
          <Headphones size={14} aria-hidden="true" />
          {listeners} listening
        </span>
      </People>
    </Card>
  );
};

/** The live debates, most watchers and listeners first. */
export const LiveDebates = () => {
  const { data, error, refetch } = useQuery(spokenDebatesQuery);
  if (data === undefined && error) return <Trouble message={error.message} retry={refetch} />;
  if (data === undefined) return <Skeleton css={{ h: "8rem", borderRadius: "card" }} />;
  return (
    <>
      <HiddenSectionTitle>Debates</HiddenSectionTitle>
      <Muted role="status" css={{ mt: "6", mb: "3" }}>
        {data.length > 0 && `${counted(data.length, "debate")} now`}
      </Muted>
      {data.length === 0 ? (
        <EmptyState title="No live debates right now.">
          <WaysOn>
            <Link to="/">Start a debate</Link>, or{" "}
            <Link to={UNFINISHED}>continue an unfinished one</Link>.
          </WaysOn>
        </EmptyState>
      ) : (
        <List>
          {data.map((live) => (
            <li key={live.debate.id}>
              <LiveDebateCard live={live} />
            </li>
          ))}
        </List>
      )}
    </>
  );
};
