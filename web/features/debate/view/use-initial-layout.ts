import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { computeFolding, getCurrentTurnNumber, NOTHING_FOLDED } from "../turns/turn-layout.ts";

/** The initial layout. It stays fixed, so that nothing moves while the page is read. */
export const useInitialLayout = (debate: Debate, turns: readonly Turn[], isVisitor: boolean) =>
  useState(() => {
    const isStage = debate.status !== "completed";
    const currentTurnNumber = getCurrentTurnNumber(turns);
    const isRunning = isStage && currentTurnNumber !== undefined;
    // Visitors who already see all their turns read from the start.
    const hasSeenAll = isVisitor && debate.currentTurn >= VISITOR_MAX_TURNS;
    const folding = isRunning && !hasSeenAll ? computeFolding(currentTurnNumber) : NOTHING_FOLDED;
    return { isStage, isRunning, folding, initialTurn: debate.currentTurn };
  })[0];
