import { useDebateSubscription } from "#web/features/debate/live/use-debate-subscription.ts";

export interface LiveUpdatesProps {
  debateId: number;
}

/** Keeps the cached data of a live debate current while it is mounted. */
const LiveUpdates = ({ debateId }: LiveUpdatesProps) => {
  useDebateSubscription(debateId, true);
  return null;
};

export default LiveUpdates;
