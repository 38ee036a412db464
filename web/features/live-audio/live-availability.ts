import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import { getLastWordEnd } from "./live-sentence.ts";
import { refreshLiveSchedule, stopLiveListening } from "./live-player.ts";
import { useLiveAudio } from "./live-audio-store.ts";

/** Maximum random delay of the request that each open page sends when a debate ends. */
const REFETCH_JITTER_MS = 3000;

const isTurnInProgress = ({ status }: Turn): boolean =>
  status === "pending" || status === "streaming";

/** Keeps `isOffered` in the store current. Unmounting stops listening. */
const useLiveAvailability = (debate: Debate, turns: readonly Turn[]): void => {
  const { id, status, autoPlay } = debate;
  const isVoiced = useIsVoiced() ?? false;
  const socket = useLiveSocket();
  const [isOver, setIsOver] = useState(false);
  const isCompleted = status === "completed";
  const { data: schedule, refetch } = useQuery<LiveScheduleView>({
    queryKey: [`/api/debates/${id}/live`],
    enabled: isVoiced,
    staleTime: Number.POSITIVE_INFINITY,
  });

  useEffect(() => {
    if (!isCompleted || !schedule || schedule.outlook === "end") return undefined;
    const timer = setTimeout(() => void refetch(), Math.random() * REFETCH_JITTER_MS);
    return () => clearTimeout(timer);
  }, [isCompleted, schedule, refetch]);

  useEffect(() => {
    if (!isCompleted || schedule?.outlook !== "end") return undefined;
    const timer = setTimeout(
      () => setIsOver(true),
      Math.max(0, getLastWordEnd(schedule) - schedule.now),
    );
    return () => clearTimeout(timer);
  }, [isCompleted, schedule]);

  const hasBegun = turns.some(isTurnInProgress) || autoPlay.on || (schedule?.turns.length ?? 0) > 0;
  const isOffered = isVoiced && schedule !== undefined && hasBegun && !isOver;
  useEffect(() => useLiveAudio.setState({ isOffered }), [isOffered]);

  useEffect(() => {
    const refresh = (event: { debateId: number }) => refreshLiveSchedule(event.debateId);
    socket?.on("speech:part", refresh).on("turn:completed", refresh).on("debate:updated", refresh);
    return () =>
      void socket
        ?.off("speech:part", refresh)
        .off("turn:completed", refresh)
        .off("debate:updated", refresh);
  }, [socket]);

  useEffect(() => stopLiveListening, []);
};

/** Checks whether a debate's live stream is available. Renders nothing. */
const LiveAvailability = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useLiveAvailability(debate, turns);
  return null;
};

export default LiveAvailability;
