import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { LiveSpeech } from "#shared/contract/live.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useLiveSocket } from "#web/lib/use-live-socket.ts";
import { lastWordAt } from "./on-air.ts";
import { lookAtAir, stopRadio } from "./radio-control.ts";
import { useRadio } from "./radio-store.ts";

/** Spreads the requests of all pages that see a debate end. */
const SPREAD_MS = 3000;

const isUnderWay = ({ status }: Turn): boolean => status === "pending" || status === "streaming";

/** Tracks whether the live stream is available. Unmounting stops listening. */
export const useOnAir = (debate: Debate, turns: readonly Turn[]): void => {
  const { id, status, autoPlay } = debate;
  const isVoiced = useIsVoiced() ?? false;
  const socket = useLiveSocket();
  const [isOver, setIsOver] = useState(false);
  const isCompleted = status === "completed";
  const { data: live, refetch } = useQuery<LiveSpeech>({
    queryKey: [`/api/debates/${id}/live`],
    enabled: isVoiced,
    staleTime: Number.POSITIVE_INFINITY,
  });

  useEffect(() => {
    if (!isCompleted || !live || live.outlook === "end") return undefined;
    const timer = setTimeout(() => void refetch(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [isCompleted, live, refetch]);

  useEffect(() => {
    if (!isCompleted || live?.outlook !== "end") return undefined;
    const timer = setTimeout(() => setIsOver(true), Math.max(0, lastWordAt(live) - live.now));
    return () => clearTimeout(timer);
  }, [isCompleted, live]);

  const hasBegun = turns.some(isUnderWay) || autoPlay.on || (live?.turns.length ?? 0) > 0;
  const isOffered = isVoiced && live !== undefined && hasBegun && !isOver;
  useEffect(() => useRadio.setState({ isOffered }), [isOffered]);

  useEffect(() => {
    const more = (event: { debateId: number }) => lookAtAir(event.debateId);
    socket?.on("speech:part", more).on("turn:completed", more).on("debate:updated", more);
    return () =>
      void socket?.off("speech:part", more).off("turn:completed", more).off("debate:updated", more);
  }, [socket]);

  useEffect(() => stopRadio, []);
};
