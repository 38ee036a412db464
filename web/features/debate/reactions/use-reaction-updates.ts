import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { TurnReactions } from "#shared/contract/debates/reactions.ts";
import type { ServerEvents } from "#shared/contract/events.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { debateQuery } from "../debate-queries.ts";

/**
 * Merges the reactions of an event into `turns`. They replace earlier reactions to the same turns.
 */
export const mergeReactions = (
  turns: readonly TurnReactions[],
  news: readonly TurnReactions[],
): TurnReactions[] => [
  ...turns.filter(({ turnId }) => !news.some((turn) => turn.turnId === turnId)),
  ...news,
];

/** Updates a debate's reactions from socket events while the component is mounted. */
export const useReactionUpdates = (debateId: number): void => {
  const client = useQueryClient();
  const socket = useLiveSocket();
  useEffect(() => {
    const update: ServerEvents["reactions:updated"] = (event) => {
      if (event.debateId !== debateId) return;
      client.setQueryData<Debate | null>(debateQuery(debateId).queryKey, (debate) => {
        if (!debate?.sentenceReactions) return debate;
        const { turns, mine } = debate.sentenceReactions;
        return {
          ...debate,
          sentenceReactions: { turns: mergeReactions(turns, event.turns), mine },
        };
      });
    };
    socket?.on("reactions:updated", update);
    return () => void socket?.off("reactions:updated", update);
  }, [socket, client, debateId]);
};
