import { useEffect, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";
import { useProviderLabel, useVerdictJudge } from "#web/lib/config.tsx";
import { useOutcome } from "../result/use-outcome.ts";
import { findTurnInProgress } from "../stepping/turn-progress.ts";
import { hasLockedTurns } from "../locked-turns.ts";

interface ScreenReaderAnnouncerProps {
  debate: Debate;
  turns: readonly Turn[];
  /** Whether the viewer has requested the next turn and waits for the response. */
  isRequesting: boolean;
  viewer: Viewer;
  /** Whether the verdict is ready but hidden until the viewer votes. */
  isVerdictReady: boolean;
  /** Whether the result is shown to the viewer; false while the vote is pending. */
  isVerdictShown: boolean;
}

/**
 * Returns the current status texts. Each has a fixed index; an empty text announces nothing. A
 * second line is the judge's sentence about a turn, in the debate's language.
 */
const useDebateStatusTexts = (props: ScreenReaderAnnouncerProps): string[] => {
  const { debate, turns, isRequesting, viewer, isVerdictReady, isVerdictShown } = props;
  const getProviderLabel = useProviderLabel();
  const judge = useVerdictJudge(null);
  const outcome = useOutcome(debate).join(": ");
  const lastTurn = turns.findLast(({ status }) => status === "complete");
  const turnInProgress = findTurnInProgress(turns);
  const { status, scores, autoPlay, refunded } = debate;
  const isOver = status === "completed";
  const describeTurn = ({ turnNumber, role }: Turn, event: string) =>
    `Turn ${turnNumber}, ${SIDE_LABEL[role]}, ${getProviderLabel(getProviderOfRole(role, debate))}: ${event}.`;
  const describeFinishedTurn = (turn: Turn) =>
    turn.score === null
      ? describeTurn(turn, "finished")
      : [describeTurn(turn, `scored ${turn.score} of 10`), turn.ruling ?? ""].join("\n").trim();
  return [
    lastTurn ? describeFinishedTurn(lastTurn) : "",
    isRequesting && turnInProgress?.status === "pending"
      ? describeTurn(turnInProgress, "getting ready")
      : "",
    turnInProgress?.status === "streaming" ? describeTurn(turnInProgress, "speaking") : "",
    hasLockedTurns(viewer === null, debate)
      ? "Want to see how this debate ends? Join to read it all."
      : "",
    refunded && viewer?.id === debate.userId ? "Your credit is back." : "",
    isOver ? "" : `Auto-Play is ${autoPlay.by ? `on, started by ${autoPlay.by.username}` : "off"}.`,
    isOver ? "The debate is over." : "",
    isVerdictReady ? `${judge} has decided. Who won?` : "",
    scores && isVerdictShown ? `${outcome}.` : "",
    scores?.reasoning && isVerdictShown ? "The judge has written the verdict." : "",
  ];
};

/**
 * Announces changes to screen readers: turns that begin, finish or get a score, Auto-Play, the vote
 * and the result. The text of the turns is not announced.
 */
export const ScreenReaderAnnouncer = (props: ScreenReaderAnnouncerProps) => {
  const statusTexts = useDebateStatusTexts(props);
  const textAttributes = useTextAttributes();
  const [announcement, setAnnouncement] = useState<readonly string[]>([]);
  const announcedTexts = useRef(statusTexts);
  const serializedTexts = JSON.stringify(statusTexts);
  useEffect(() => {
    const currentTexts: string[] = JSON.parse(serializedTexts);
    const changedTexts = currentTexts.filter(
      (text, index) => text !== "" && text !== announcedTexts.current[index],
    );
    if (changedTexts.length > 0) setAnnouncement(changedTexts);
    announcedTexts.current = currentTexts;
  }, [serializedTexts]);
  return (
    <ScreenReaderText aria-live="polite">
      {announcement.map((text, index) => {
        const [status, debateText] = text.split("\n");
        return (
          <span key={text}>
            {index > 0 && " "}
            {status}
            {debateText && <span {...textAttributes}> {debateText}</span>}
          </span>
        );
      })}
    </ScreenReaderText>
  );
};
