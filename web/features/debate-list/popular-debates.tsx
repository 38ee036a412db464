import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { DebateGrid } from "./debate-grid.tsx";
import { popularDebatesQuery } from "./debate-list-queries.ts";

export const PopularDebates = ({ limit }: { limit?: number }) => (
  <DebateGrid
    debates={useQuery(popularDebatesQuery)}
    {...(limit === undefined ? {} : { limit })}
    isLiveListed
    empty={<EmptyState title="No popular debates yet." action={<StartDebateLink />} />}
  />
);
