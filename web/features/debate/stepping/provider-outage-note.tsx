import { Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import type { TurnErrorCode } from "#shared/contract/debates/turn.ts";
import type { TurnWaiting } from "#shared/contract/events.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { getProviderOfRole, getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getNextTurnNumber } from "#shared/domain/debates/turn.ts";
import { useProviderOutageMessage } from "#web/components/debate/starting/provider-outage-notice.tsx";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useConnectionState } from "../live/connection-store.ts";
import { ControlNote } from "./control-note.tsx";
import { findTurnInProgress } from "./turn-progress.ts";

const PROBLEMS: Partial<Record<TurnErrorCode, string>> = {
  rate_limited: "is busy",
  overloaded: "is overloaded",
  unreachable: "could not be reached",
};

/** Whole seconds until the next attempt; 0 once it is due. */
const useSecondsLeft = (waiting: TurnWaiting): number => {
  const [tick, setTick] = useState({ waiting, elapsed: 0 });
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setTick({ waiting, elapsed: Date.now() - startedAt }), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  const elapsed = tick.waiting === waiting ? tick.elapsed : 0;
  return Math.max(0, Math.ceil((waiting.retryMs - elapsed) / 1000));
};

/** Counts down to the next attempt. Screen readers announce the problem only once. */
const Countdown = ({ waiting, speaker }: { waiting: TurnWaiting; speaker: string }) => {
  const seconds = useSecondsLeft(waiting);
  const problem = `${speaker} ${PROBLEMS[waiting.code] ?? "was cut off"}.`;
  return (
    <ControlNote>
      <Hourglass size={16} aria-hidden="true" />
      <span aria-hidden="true">
        {problem} {seconds > 0 ? `Next try in ${seconds} s.` : "Trying again now."}
      </span>
      <ScreenReaderText role="status">{problem} It will be tried again.</ScreenReaderText>
    </ControlNote>
  );
};

export interface ProviderOutageNoteProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Says when a failed turn is tried again, or else that the next speaker's provider is down. */
const ProviderOutageNote = ({ debate, turns }: ProviderOutageNoteProps) => {
  const getProviderLabel = useProviderLabel();
  const next = getNextTurnNumber(debate);
  const isStreaming = turns.some(({ status }) => status === "streaming");
  const isTurnRequested = turns.some(({ status }) => status === "pending");
  const speakers =
    next === null || isStreaming ? [] : [getProviderOfRole(getRoleOfTurn(next), debate)];
  const outage = useProviderOutageMessage(
    speakers,
    isTurnRequested ? "Its turn starts as soon as it is back." : undefined,
  );
  const waiting = useConnectionState((state) => state.waiting);
  const inProgress = findTurnInProgress(turns);
  if (waiting && inProgress?.id === waiting.turnId && inProgress.attempt === waiting.attempt)
    return (
      <Countdown
        waiting={waiting}
        speaker={getProviderLabel(getProviderOfRole(inProgress.role, debate))}
      />
    );
  if (outage === null) return null;
  return (
    <ControlNote role="status">
      <Hourglass size={16} />
      {outage}
    </ControlNote>
  );
};

export default ProviderOutageNote;
