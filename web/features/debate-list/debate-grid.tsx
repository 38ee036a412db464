import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { showErrorToast } from "#web/lib/toast.ts";
import { liveDebatesQuery } from "./live/use-live-debates.ts";
import { ListedDebateCard } from "./listed-debate-card.tsx";
import { CardGrid } from "./card-grid.tsx";

interface DebateGridProps {
  debates: Pick<UseQueryResult, "error" | "refetch"> & { data: ListedDebate[] | undefined };
  limit?: number;
  count?: number;
  /** Whether a section above lists the live debates, which are then left out here. */
  isLiveListed?: boolean;
  /** Shown if the list is empty. */
  empty: ReactNode;
  actions?: ((debate: ListedDebate) => ReactNode) | undefined;
}

/** Debates as cards, with the loading, error and empty states. */
export const DebateGrid = ({
  debates: { data, error, refetch },
  limit,
  count = 3,
  isLiveListed = false,
  empty,
  actions,
}: DebateGridProps) => {
  // Only reads the cache: the section above fetches and updates the live debates.
  const { data: liveDebates = [] } = useQuery({ ...liveDebatesQuery, enabled: false });
  useEffect(() => {
    if (error) showErrorToast(error);
  }, [error]);

  if (data === undefined && error) return <ErrorNotice message={error.message} retry={refetch} />;
  if (data === undefined)
    return (
      <CardGrid aria-busy="true" aria-label="Loading debates">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <Skeleton css={{ h: "13rem", borderRadius: "card" }} />
          </li>
        ))}
      </CardGrid>
    );
  if (data.length === 0) return empty;
  const listed = isLiveListed
    ? data.filter(({ id }) => !liveDebates.some((live) => live.id === id))
    : data;
  return (
    <CardGrid>
      {listed.slice(0, limit).map((debate) => (
        <li key={debate.id}>
          <ListedDebateCard debate={debate}>{actions?.(debate)}</ListedDebateCard>
        </li>
      ))}
    </CardGrid>
  );
};
