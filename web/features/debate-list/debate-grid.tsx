import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { toastError } from "#web/lib/toast.ts";
import { DebateCard } from "./debate-card.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Grid = styled("ul", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "repeat(2, minmax(0, 1fr))",
      lg: "repeat(3, minmax(0, 1fr))",
    },
  },
});

interface DebateGridProps {
  debates: Pick<UseQueryResult, "error" | "refetch"> & { data: Debate[] | undefined };
  /** Shows at most this many. */
  limit?: number;
  /** How many there will be, more or less. */
  places?: number;
  /** What stands here when there is none. */
  empty: ReactNode;
}

/** Debates as cards: while they load, when that failed, when there is none, and as they are. */
export const DebateGrid = ({
  debates: { data, error, refetch },
  limit,
  places = 3,
  empty,
}: DebateGridProps) => {
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);

  if (data === undefined && error) return <Trouble message={error.message} retry={refetch} />;
  if (data === undefined)
    return (
      <Grid aria-busy="true" aria-label="Loading debates">
        {Array.from({ length: places }, (_, place) => (
          <li key={place}>
            <Skeleton css={{ h: "11rem", borderRadius: "card" }} />
          </li>
        ))}
      </Grid>
    );
  if (data.length === 0) return empty;
  return (
    <Grid>
      {data.slice(0, limit).map((debate) => (
        <li key={debate.id}>
          <DebateCard debate={debate} />
        </li>
      ))}
    </Grid>
  );
};
