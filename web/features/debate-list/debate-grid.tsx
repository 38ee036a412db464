import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { ListedDebate } from "#shared/contract/debate.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { toastError } from "#web/lib/toast.ts";
import { DebateCard } from "./debate-card.tsx";
import { Mosaic } from "./mosaic.tsx";

interface DebateGridProps {
  debates: Pick<UseQueryResult, "error" | "refetch"> & { data: ListedDebate[] | undefined };
  limit?: number;
  places?: number;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Actions for each debate. */
  actions?: ((debate: ListedDebate) => ReactNode) | undefined;
}

/** Debates as cards, with the loading, error and empty states. */
export const DebateGrid = ({
  debates: { data, error, refetch },
  limit,
  places = 3,
  empty,
  actions,
}: DebateGridProps) => {
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);

  if (data === undefined && error) return <Trouble message={error.message} retry={refetch} />;
  if (data === undefined)
    return (
      <Mosaic aria-busy="true" aria-label="Loading debates">
        {Array.from({ length: places }, (_, place) => (
          <li key={place}>
            <Skeleton css={{ h: "13rem", borderRadius: "card" }} />
          </li>
        ))}
      </Mosaic>
    );
  if (data.length === 0) return empty;
  return (
    <Mosaic>
      {data.slice(0, limit).map((debate) => (
        <li key={debate.id}>
          <DebateCard debate={debate}>{actions?.(debate)}</DebateCard>
        </li>
      ))}
    </Mosaic>
  );
};
