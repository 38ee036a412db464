import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useConnectionState } from "./connection-store.ts";

interface ShownDebate {
  debate: Pick<Debate, "status" | "autoPlay">;
  /**
   * The turn that is being written. If the page's text follows the live voice, the turn that is
   * being spoken. Undefined if there is none.
   */
  inProgress: Turn | undefined;
}

/** Whether a turn is in progress or Auto-Play is on. False while the connection is lost. */
export const useIsDebateLive = ({ debate, inProgress }: ShownDebate): boolean => {
  const isLost = useConnectionState(({ connection }) => connection === "lost");
  const isContinuing = debate.status !== "completed" && debate.autoPlay.on;
  return !isLost && (inProgress !== undefined || isContinuing);
};
