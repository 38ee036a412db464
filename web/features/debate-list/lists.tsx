import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { DebateGrid } from "./debate-grid.tsx";
import { myDebatesQuery, popularDebatesQuery } from "./queries.ts";

/** The debates that the signed-in user has started. */
export const MyDebates = () => (
  <DebateGrid
    debates={useQuery(myDebatesQuery)}
    empty={
      <EmptyState title="You haven't created any debates yet.">
        Create your first debate above!
      </EmptyState>
    }
  />
);

/** Public debates, the most popular first. */
export const PopularDebates = ({ limit }: { limit?: number }) => (
  <DebateGrid
    debates={useQuery(popularDebatesQuery)}
    {...(limit === undefined ? {} : { limit })}
    empty={<EmptyState title="No popular debates yet." />}
  />
);
