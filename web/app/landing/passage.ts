import type { Turn } from "#shared/contract/debates/turn.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { findReplayStart } from "#shared/domain/debates/landing-debate.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { splitCaptions } from "#shared/domain/text/captions.ts";

export interface PassageCaption {
  turnNumber: number;
  role: Role;
  /** Position of the caption in its turn. */
  index: number;
  text: string;
  /** Whether the turn is complete and this is its last caption. */
  endsTurn: boolean;
}

/** The captions of all turns that have words, in order. */
export const listCaptions = (turns: readonly Turn[]): PassageCaption[] =>
  turns
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ turnNumber, role, status, content }) =>
      splitCaptions(content).map((text, index, all) => ({
        turnNumber,
        role,
        index,
        text,
        endsTurn: status === "complete" && index === all.length - 1,
      })),
    );

/**
 * A step in showing the captions of a debate: which caption is visible, and who is highlighted.
 * While a caption is being read, its speaker is highlighted. After the last caption of a turn comes
 * a step that highlights the judge, then one that highlights no figure.
 */
export interface PassageStep {
  /** Index of the caption; it stays visible in all phases. */
  index: number;
  phase: "speaking" | "judge" | "rest";
}

/** Whether a live debate will have more words that visitors may read. */
export const canGrow = (turns: readonly Turn[]): boolean => {
  const last = turns.at(-1);
  return last === undefined || last.turnNumber < VISITOR_MAX_TURNS || last.status !== "complete";
};

/**
 * Returns the index of the caption to show first. In a live debate, this is the last caption of a
 * turn that is being written, or else the first caption of the latest turn. In other debates, it is
 * the caption where a replay starts.
 */
export const findFirstIndex = (turns: readonly Turn[], isGrowing: boolean): number => {
  const captions = listCaptions(turns);
  const last = captions.at(-1);
  if (isGrowing && last && !captions.some((each) => each.endsTurn && isSameTurn(each, last)))
    return captions.length - 1;
  const first = isGrowing ? last : findReplayStart(turns);
  return Math.max(
    0,
    captions.findIndex(({ turnNumber }) => turnNumber === first?.turnNumber),
  );
};

const isSameTurn = (a: PassageCaption, b: PassageCaption): boolean => a.turnNumber === b.turnNumber;

/**
 * Returns the step that follows when the caption or the judge has been shown long enough. After the
 * last caption, this is the caption at `replayIndex`, or null if a live debate may still get the
 * next caption.
 */
export const getNextStep = (
  captions: readonly PassageCaption[],
  { index, phase }: PassageStep,
  replayIndex: number | null,
): PassageStep | null => {
  if (phase === "speaking" && captions[index]?.endsTurn) return { index, phase: "judge" };
  if (index + 1 < captions.length) return { index: index + 1, phase: "speaking" };
  if (replayIndex !== null) return { index: replayIndex, phase: "speaking" };
  return phase === "judge" ? { index, phase: "rest" } : null;
};
