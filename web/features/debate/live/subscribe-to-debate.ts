import type { QueryClient } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { DebateSnapshot, ServerEvents } from "#shared/contract/events.ts";
import type { Turn, TurnAudio } from "#shared/contract/debates/turn.ts";
import type { LiveSocket } from "#web/lib/socket/live-socket.ts";
import { locallyDeletedDebateIds } from "#web/components/debate/locally-deleted-debates.ts";
import { addJitter } from "#web/lib/time/delays.ts";
import { showToast } from "#web/lib/toast.ts";
import { onEachConnect } from "#web/lib/socket/use-live-socket.ts";
import { debateQuery, turnsQuery } from "../debate-queries.ts";
import { createTurnMergeQueue } from "./turn-merge-queue.ts";
import { resetConnectionState, useConnectionState } from "./connection-store.ts";
import { mergeDelta, mergeJudgement, mergeTurn } from "./merge-turn-event.ts";
import { hasMissedTurnUpdates, hasMissedDebateUpdate } from "./detect-missed-updates.ts";

type EventPayload<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0];
type DebateEventName = Exclude<
  keyof ServerEvents,
  | "credits:updated"
  | "session:ended"
  | "audio-job:progress"
  | "operations:updated"
  | "providers:updated"
  | "debates:live"
  // Handled by the live audio player.
  | "speech:part"
  // Handled by the reactions.
  | "reactions:updated"
>;

/** Vote counts are refetched at most once per this interval. */
const VOTES_COALESCE_MS = 1000;
const RETRY_DELAY_MS = 1500;

const mergeTurnAudio = (turns: Turn[], turnId: number, audio: Partial<TurnAudio>) => ({
  turns: turns.map((t) => (t.id === turnId ? { ...t, audio: { ...t.audio, ...audio } } : t)),
  isBehind: false,
});

/**
 * Joins a debate's room and merges its events into the query cache. Missed events cause a refetch,
 * so that all viewers end with the same text. The viewer of a preview is not counted as a watcher.
 * Returns the function that leaves the room.
 */
export const subscribeToDebate = (
  socket: LiveSocket,
  client: QueryClient,
  debateId: number,
  isPreview = false,
): (() => void) => {
  const { queryKey: debateKey } = debateQuery(debateId);
  const { queryKey: turnsKey } = turnsQuery(debateId);
  const turns = createTurnMergeQueue(client, turnsKey);
  let votesTimer: ReturnType<typeof setTimeout> | undefined;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const changeDebate = (change: (debate: Debate) => Debate | null) =>
    client.setQueryData<Debate | null>(debateKey, (debate) => debate && change(debate));
  const refetchDebate = async () => {
    await client.invalidateQueries({ queryKey: debateKey });
    const isMissed = client.getQueryState(debateKey)?.status === "error";
    if (isMissed && !isStopped) votesTimer ??= setTimeout(refetchVotes, addJitter(RETRY_DELAY_MS));
  };
  const refetchVotes = () => {
    votesTimer = undefined;
    void refetchDebate();
  };
  const mergeWholeTurn = ({ turn }: { turn: Turn }) =>
    turns.merge((current) => ({ turns: mergeTurn(current, turn), isBehind: false }));

  const compareWithSnapshot = (snapshot: DebateSnapshot) => {
    const debate = client.getQueryData(debateKey);
    if (debate && hasMissedDebateUpdate(debate, snapshot)) void refetchDebate();
    if (hasMissedTurnUpdates(client.getQueryData(turnsKey) ?? [], snapshot.turns)) turns.ask();
  };

  const listeners: { [Name in DebateEventName]: (event: EventPayload<Name>) => void } = {
    "turn:started": mergeWholeTurn,
    "turn:completed": mergeWholeTurn,
    "turn:failed": mergeWholeTurn,
    "turn:waiting": (waiting) => useConnectionState.setState({ waiting }),
    "turn:delta": (delta) => turns.merge((current) => mergeDelta(current, delta)),
    "turn:judged": ({ debateId: _id, turnId, ...judgement }) =>
      turns.merge((current) =>
        mergeJudgement(current, turnId, { ruling: null, judgeModel: null, ...judgement }),
      ),
    "audio:ready": ({ turnId, audio }) =>
      turns.merge((current) => mergeTurnAudio(current, turnId, audio)),
    "audio:failed": ({ turnId }) =>
      turns.merge((current) => mergeTurnAudio(current, turnId, { status: "failed" })),
    "turn:moderated": () => turns.ask(),
    "debate:updated"({ debateId: _id, ...progress }) {
      changeDebate((debate) => ({ ...debate, ...progress }));
      // A refused debate is visible to its owner only; refetching shows whether this viewer sees
      // it.
      if (progress.refusal) void refetchDebate();
    },
    "debate:deleted"() {
      if (!locallyDeletedDebateIds.has(debateId)) changeDebate(() => null);
    },
    "debate:hidden"() {
      if (!client.getQueryData(debateKey)) return;
      changeDebate(() => null);
      showToast({
        title: "This debate is now private",
        description: "Only its owner can see it.",
      });
    },
    "debate:snapshot": compareWithSnapshot,
    // The name of the snapshot event on servers of the previous version.
    "debate:standing": compareWithSnapshot,
    "votes:updated": () => {
      votesTimer ??= setTimeout(refetchVotes, VOTES_COALESCE_MS);
    },
    "watchers:updated": ({ watchers }) => useConnectionState.setState({ watchers }),
  };
  const handleEvent = <Name extends DebateEventName>(name: Name, event: EventPayload<Name>) => {
    if (name in listeners && event.debateId === debateId) listeners[name](event);
  };

  const join = () =>
    socket.emit("debate:join", { debateId, ...(isPreview && { isPreview }) }, (response) => {
      if (isStopped) return;
      if (response.ok)
        useConnectionState.setState({ connection: "live", watchers: response.watchers });
      else if (response.error.code !== "not_found")
        joinTimer = setTimeout(rejoin, addJitter(RETRY_DELAY_MS));
      void refetchDebate();
      turns.ask();
    });
  const rejoin = () => socket.connected && join();
  const markLost = () => useConnectionState.setState({ connection: "lost" });

  socket.onAny(handleEvent).on("disconnect", markLost).on("connect_error", markLost);
  const stopJoining = onEachConnect(socket, join);

  return () => {
    isStopped = true;
    socket.offAny(handleEvent).off("disconnect", markLost).off("connect_error", markLost);
    stopJoining();
    if (socket.connected) socket.emit("debate:leave", { debateId });
    clearTimeout(votesTimer);
    clearTimeout(joinTimer);
    turns.stop();
    resetConnectionState();
  };
};
