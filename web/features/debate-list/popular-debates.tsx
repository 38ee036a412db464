import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { DebateGrid } from "./debate-grid.tsx";
import { popularDebatesQuery } from "./debate-list-queries.ts";

export const PopularDebates = ({ limit }: { limit?: number }) => (
  <DebateGrid
    debates={useQuery(popularDebatesQuery)}
    {...(limit === undefined ? {} : { limit })}
    empty={<EmptyState title="No popular debates yet." />}
  />
);
