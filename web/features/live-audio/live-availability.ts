import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useLiveSocket } from "#web/lib/socket/use-live-socket.ts";
import type { SpeechPart } from "#shared/contract/events.ts";
import { JOIN_OFFSET_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { readFullTextChoice } from "./controls/full-text-choice.ts";
import { getLastWordEnd } from "./live-sentence.ts";
import { getLivePlayer, loadLivePlayer, stopLiveListening } from "./player/live-player.ts";
import { isLiveAudioOn, useLiveAudio } from "./live-audio-store.ts";
import { useVoiceSync } from "./voice-sync/use-voice-sync.ts";

/** Maximum random delay of the request that each open page sends when a debate ends. */
const REFETCH_JITTER_MS = 3000;

const isTurnInProgress = ({ status }: Turn): boolean =>
  status === "pending" || status === "streaming";

/**
 * Keeps `isOffered` in the store current. Unmounting stops listening. Returns whether the debate is
 * over and its last word has been spoken.
 */
const useLiveAvailability = (debate: Debate, turns: readonly Turn[]): boolean => {
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
      Math.max(0, getLastWordEnd(schedule) + JOIN_OFFSET_MS - schedule.now),
    );
    return () => clearTimeout(timer);
  }, [isCompleted, schedule]);

  const hasBegun = turns.some(isTurnInProgress) || autoPlay.on || (schedule?.turns.length ?? 0) > 0;
  const isOffered = isVoiced && schedule !== undefined && hasBegun && !isOver;
  useEffect(() => useLiveAudio.setState({ isOffered }), [isOffered]);

  useEffect(() => {
    const refresh = ({ debateId }: { debateId: number }) =>
      getLivePlayer()?.refreshSchedule(debateId);
    const addSentence = (part: SpeechPart) => getLivePlayer()?.addSentence(part);
    socket
      ?.on("speech:part", addSentence)
      .on("turn:completed", refresh)
      .on("debate:updated", refresh);
    return () =>
      void socket
        ?.off("speech:part", addSentence)
        .off("turn:completed", refresh)
        .off("debate:updated", refresh);
  }, [socket]);

  useEffect(() => stopLiveListening, []);
  return isOver;
};

/**
 * Shows a debate's words as they are spoken, with or without sound. Returns a function that stops
 * this.
 */
const followVoice = (debateId: number): (() => void) => {
  let isWanted = true;
  const follow = async () => {
    const player = await loadLivePlayer();
    if (isWanted) player.follow(debateId);
  };
  // If the player's code fails to load, the text appears as it is written.
  void follow().catch(() => undefined);
  return () => {
    isWanted = false;
    getLivePlayer()?.follow(null);
  };
};

/**
 * Shows the words of a running debate only as they are spoken, if the debate has the pace `voice`
 * or the viewer listens. Does nothing if the viewer wants the full text.
 */
const useVoicePace = (debate: Debate, turns: readonly Turn[], isOver: boolean): void => {
  // A page that was opened after the debate's end shows the whole text.
  const [wasRunning] = useState(debate.status !== "completed");
  const wantsFullText = useLiveAudio((state) => state.wantsFullText);
  const isListening = useLiveAudio(isLiveAudioOn);
  const isSynced = wasRunning && !wantsFullText && !isOver;
  const isFollowed = isSynced && debate.pace === "voice";
  useEffect(() => (isFollowed ? followVoice(debate.id) : undefined), [isFollowed, debate.id]);
  useVoiceSync(turns, isSynced && (isFollowed || isListening));
  useEffect(() => useLiveAudio.setState({ wantsFullText: readFullTextChoice() }), []);
};

interface LiveAvailabilityProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Offers a debate's live stream and follows what is spoken. Renders nothing. */
const LiveAvailability = ({ debate, turns }: LiveAvailabilityProps) => {
  useVoicePace(debate, turns, useLiveAvailability(debate, turns));
  return null;
};

export default LiveAvailability;
