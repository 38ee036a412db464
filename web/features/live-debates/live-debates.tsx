import { Eye, Headphones } from "lucide-react";
import { Link } from "react-router-dom";
import type { SpokenDebate } from "#shared/contract/debates/live-stream.ts";
import { getLiveLabel } from "#shared/domain/debates/live-previews.ts";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { ScreenReaderSectionTitle, Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatCount, formatTurnProgress } from "#web/lib/format.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import { useSpokenDebates } from "./use-spoken-debates.ts";

const List = styled("ul", { base: { display: "grid", gap: "4" } });
const Topic = styled("h3", {
  base: { fontSize: "20", "& a:hover": { textDecoration: "underline" } },
});
const AudienceCounts = styled("p", {
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
const LiveLabel = styled("strong", { base: { color: "active", fontWeight: 650 } });

const SpokenDebateCard = ({ live }: { live: SpokenDebate }) => {
  const { debate, turnNumber, watchers, listeners } = live;
  const getProviderLabel = useProviderLabel();
  return (
    <Card css={{ p: { base: "4", md: "5" } }}>
      <Topic {...getTextAttributes(debate.language, debate.topic)}>
        <Link to={`/debate/${debate.id}`}>{bindPunctuation(debate.topic, debate.language)}</Link>
      </Topic>
      <Muted css={{ mt: "1" }}>
        {getProviderLabel(debate.botAProvider)} against {getProviderLabel(debate.botBProvider)}
      </Muted>
      <AudienceCounts>
        <LiveLabel>
          {debate.status === "completed"
            ? getLiveLabel(debate.status)
            : formatTurnProgress(turnNumber, debate.maxTurns)}
        </LiveLabel>
        <span>
          <Eye size={14} aria-hidden="true" />
          {watchers} watching
        </span>
        <span>
          <Headphones size={14} aria-hidden="true" />
          {listeners} listening
        </span>
      </AudienceCounts>
    </Card>
  );
};

/** The live debates, most watchers and listeners first. */
export const LiveDebates = () => {
  const { data, error, refetch } = useSpokenDebates();
  if (data === undefined && error) return <ErrorNotice message={error.message} retry={refetch} />;
  if (data === undefined) return <Skeleton css={{ h: "8rem", borderRadius: "card" }} />;
  return (
    <>
      <ScreenReaderSectionTitle>Debates</ScreenReaderSectionTitle>
      <Muted role="status" css={{ mt: "6", mb: "3" }}>
        {data.length > 0 && `${formatCount(data.length, "debate")} now`}
      </Muted>
      {data.length === 0 ? (
        <EmptyState title="No live debates right now." action={<StartDebateLink />} />
      ) : (
        <List>
          {data.map((live) => (
            <li key={live.debate.id}>
              <SpokenDebateCard live={live} />
            </li>
          ))}
        </List>
      )}
    </>
  );
};
