import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TurnSentences } from "#shared/contract/audio.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { estimated } from "#shared/domain/moment.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import type { SaidTurn } from "./passage.ts";

/** A turn's sentences with recorded or estimated times; null without a turn. */
const useSaid = (turn: Turn | undefined): SaidTurn | null => {
  const version = turn?.audio.version ?? 0;
  const { data } = useQuery<TurnSentences>({
    queryKey: [`/api/tts/sentences?turnId=${turn?.id}&version=${version}`],
    enabled: version > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { turnNumber, role, content } = turn ?? {};
  return useMemo(() => {
    if (turnNumber === undefined || role === undefined) return null;
    const said = data?.sentences ?? estimated(spokenSentences(content ?? ""));
    return { turnNumber, role, said };
  }, [data, turnNumber, role, content]);
};

/** The timed sentences of a turn and of the completed turns next to it. */
export const useSaidAround = (turn: Turn, turns: readonly Turn[]): SaidTurn[] => {
  const beside = (by: 1 | -1) =>
    turns.find(
      ({ turnNumber, status }) => turnNumber === turn.turnNumber + by && status === "complete",
    );
  const before = useSaid(beside(-1));
  const said = useSaid(turn);
  const after = useSaid(beside(1));
  return useMemo(
    () => [before, said, after].filter((each) => each !== null),
    [before, said, after],
  );
};
