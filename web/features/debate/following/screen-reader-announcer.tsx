import { useEffect, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useOutcome } from "../result/use-outcome.ts";
import { findTurnInProgress } from "../stepping/turn-progress.ts";
import { hasLockedTurns } from "../visitor-gate.tsx";

interface ScreenReaderAnnouncerProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer has requested the next turn and waits for the response. */
  isAsking: boolean;
  viewer: Viewer;
  /** Whether the verdict is ready but hidden until the viewer votes. */
  isDue: boolean;
  /** Whether the result is shown to the viewer; false while the vote is pending. */
  isTold: boolean;
}

/** The current status texts, one per topic; empty where there is nothing to announce. */
const useDebateStatusTexts = (props: ScreenReaderAnnouncerProps): string[] => {
  const { debate, turns, isAsking, viewer, isDue, isTold } = props;
  const labelOf = useProviderLabel();
  const outcome = useOutcome(debate).join(": ");
  const last = turns.findLast(({ status }) => status === "complete");
  const begun = findTurnInProgress(turns);
  const { status, scores, autoPlay, refunded } = debate;
  const isOver = status === "completed";
  const say = ({ turnNumber, role }: Turn, what: string) =>
    `Turn ${turnNumber}, ${SIDE_LABEL[role]}, ${labelOf(getProviderOfRole(role, debate))}: ${what}.`;
  return [
    last ? say(last, last.score === null ? "finished" : `scored ${last.score} of 10`) : "",
    isAsking && begun?.status === "pending" ? say(begun, "getting ready") : "",
    begun?.status === "streaming" ? say(begun, "speaking") : "",
    hasLockedTurns(viewer === null, debate)
      ? "Want to see how this debate ends? Join to read it all."
      : "",
    refunded && viewer?.id === debate.userId ? "Your credit is back." : "",
    isOver ? "" : `Auto-Play is ${autoPlay.by ? `on, started by ${autoPlay.by.username}` : "off"}.`,
    isOver ? "The debate is over." : "",
    isDue ? "The verdict is ready. Who won?" : "",
    scores && isTold ? `${outcome}.` : "",
    scores?.reasoning && isTold ? "The judge has written the verdict." : "",
  ];
};

/**
 * Announces changes to screen readers: turns that begin, finish or get a score, Auto-Play, the
 * vote and the result. The text of turns is not announced.
 */
export const ScreenReaderAnnouncer = (props: ScreenReaderAnnouncerProps) => {
  const news = useDebateStatusTexts(props);
  const [said, setSaid] = useState("");
  const known = useRef(news);
  const stand = JSON.stringify(news);
  useEffect(() => {
    const now: string[] = JSON.parse(stand);
    const fresh = now.filter((text, at) => text !== "" && text !== known.current[at]);
    if (fresh.length > 0) setSaid(fresh.join(" "));
    known.current = now;
  }, [stand]);
  return <ScreenReaderText aria-live="polite">{said}</ScreenReaderText>;
};
