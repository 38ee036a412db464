import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { estimateSentenceTimes } from "#shared/domain/audio/clip.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { spokenSentencesQuery } from "#web/lib/player/spoken-sentences-query.ts";
import type { TimedTurn } from "../clip-range.ts";

/**
 * A turn's sentences with their times from the recording, or estimates. Null if there is no turn.
 */
const useTimedTurn = (turn: Turn | undefined): TimedTurn | null => {
  const version = turn?.audio.version ?? 0;
  const { data } = useQuery({
    ...spokenSentencesQuery(turn?.id ?? 0, version),
    enabled: version > 0,
  });
  const { turnNumber, role, content } = turn ?? {};
  return useMemo(() => {
    if (turnNumber === undefined || role === undefined) return null;
    const sentences = data?.sentences ?? estimateSentenceTimes(splitSentences(content ?? ""));
    return { turnNumber, role, sentences };
  }, [data, turnNumber, role, content]);
};

/** The timed sentences of a turn and of the completed turns next to it. */
export const useTimedTurnsAround = (turn: Turn, turns: readonly Turn[]): TimedTurn[] => {
  const findAdjacentTurn = (step: 1 | -1) =>
    turns.find(
      ({ turnNumber, status }) => turnNumber === turn.turnNumber + step && status === "complete",
    );
  const previousTurn = useTimedTurn(findAdjacentTurn(-1));
  const timedTurn = useTimedTurn(turn);
  const followingTurn = useTimedTurn(findAdjacentTurn(1));
  return useMemo(
    () => [previousTurn, timedTurn, followingTurn].filter((each) => each !== null),
    [previousTurn, timedTurn, followingTurn],
  );
};
