import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { isRefusedByProvider } from "#shared/domain/debates/turn.ts";
import { findFailedTurn } from "./turn-progress.ts";

export const getStepPermissions = (debate: Debate, turns: readonly Turn[], viewer: Viewer) => {
  const isOpen = debate.status !== "completed" && debate.refusal === null;
  const failedTurn = findFailedTurn(turns);
  const mayPayAgain = !debate.refunded || viewer?.id === debate.userId;
  const mayRetry = can(viewer, "restart", debate) && mayPayAgain;
  return {
    /** Whether more turns can follow. */
    isOpen,
    failedTurn,
    /** Whether the viewer may request the next turn, or retry the failed one. */
    mayStep:
      isOpen &&
      (failedTurn
        ? mayRetry && !isRefusedByProvider(failedTurn.error)
        : can(viewer, "step", debate)),
    mayPause: can(viewer, "directAutoPlay", debate),
  };
};
