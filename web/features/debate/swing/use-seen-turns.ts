import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { MAX_READING_CHARACTERS_PER_SECOND } from "#shared/domain/debates/audience/swing.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { request } from "#web/lib/api/request.ts";
import { findShownTurn } from "../shown-turn.ts";
import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { swingQuery } from "./swing-query.ts";

const TICK_MS = 1000;

/** Ticks until a failed report is repeated. */
const RETRY_TICKS = 5;

/**
 * The report is not repeated after these statuses: the session has ended, or the debate is gone.
 */
const FINAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Maximum random delay of a report, in ticks. All pages show a turn at the same time, so without it
 * all reports would arrive at once.
 */
const SPREAD_TICKS = 3;

/** Returns how many ticks a turn must have been shown to count as read. */
const getRequiredTicks = ({ content }: Turn): number =>
  Math.ceil((content.length / MAX_READING_CHARACTERS_PER_SECOND) * (1000 / TICK_MS));

/**
 * Tells the server which turns the viewer has read or heard to their end. Only viewers with enough
 * such turns count in the swing.
 */
export const useSeenTurns = ({ debate, turns, isAudible }: DebateViewState): void => {
  const isTracked = useQuery(swingQuery(debate.id)).data?.ballot.isTracked ?? false;
  /** How many ticks each turn was shown. */
  const shownTicks = useRef(new Map<number, number>());
  /** The ticks left until a turn is reported. */
  const waitingTicks = useRef(new Map<number, number>());

  const report = async (turnId: number) => {
    waitingTicks.current.set(turnId, Number.POSITIVE_INFINITY);
    try {
      await request("POST", `/api/turns/${turnId}/seen`);
    } catch (err) {
      // Not shown to the viewer, who then just does not count in the swing.
      const isFinal = err instanceof ApiError && FINAL_STATUSES.has(err.status);
      if (!isFinal) waitingTicks.current.set(turnId, RETRY_TICKS);
    }
  };
  const countShownTurn = () => {
    const turn = findShownTurn(turns);
    if (!turn || (document.hidden && !isAudible)) return;
    const ticks = (shownTicks.current.get(turn.id) ?? 0) + 1;
    shownTicks.current.set(turn.id, ticks);
    if (turn.status !== "complete" || waitingTicks.current.has(turn.id)) return;
    if (ticks < getRequiredTicks(turn)) return;
    // The report of turn 1 must arrive before turn 2 comes into view, so it is sent at once.
    const delay = turn.turnNumber === 1 ? 0 : Math.floor(Math.random() * SPREAD_TICKS);
    waitingTicks.current.set(turn.id, delay);
  };
  const tick = useEffectEvent(() => {
    countShownTurn();
    for (const [turnId, ticks] of waitingTicks.current)
      if (ticks <= 0) void report(turnId);
      else waitingTicks.current.set(turnId, ticks - 1);
  });
  useEffect(() => {
    if (!isTracked) return undefined;
    const timer = setInterval(() => tick(), TICK_MS);
    return () => clearInterval(timer);
  }, [isTracked]);
};
