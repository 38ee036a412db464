import { useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { computeFolding, getCurrentTurnNumber, NOTHING_FOLDED } from "../turns/turn-layout.ts";

/** The layout when the page opens. It never changes, so that nothing moves while a user reads. */
export const useInitialLayout = (debate: Debate, turns: readonly Turn[], isVisitor: boolean) =>
  useState(() => {
    const isStage = debate.status !== "completed";
    const currentTurnNumber = getCurrentTurnNumber(turns);
    const isRunning = isStage && currentTurnNumber !== undefined;
    // If a visitor already sees every turn that visitors may read, the page starts at the first
    // turn, with nothing folded.
    const hasSeenAll = isVisitor && debate.currentTurn >= VISITOR_MAX_TURNS;
    const startsAtEnd = isRunning && !hasSeenAll;
    const folding = startsAtEnd ? computeFolding(currentTurnNumber) : NOTHING_FOLDED;
    return { isStage, isRunning, startsAtEnd, folding, initialTurn: debate.currentTurn };
  })[0];
