import { useEffect, useLayoutEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { findSentenceOfCaption } from "#shared/domain/text/find-sentence-of-caption.ts";
import { isShortcut } from "#web/lib/browser/keyboard-shortcuts.ts";
import { NO_GOOD_POINT, useGoodPoint } from "./good-point-store.ts";
import { useAddReaction } from "./use-add-reaction.ts";
import { useReactionUpdates } from "./use-reaction-updates.ts";

/** The key G adds a reaction to the sentence that is shown. */
const useGoodPointShortcut = (): void =>
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const { role, isPressed, press } = useGoodPoint.getState();
      if (event.key !== "g" || event.repeat || role === null || isPressed) return;
      if (isShortcut(event)) press();
    };
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);

export interface ReactionControllerProps {
  debate: Debate;
  /** The turn whose caption is shown; undefined while none is. */
  turn: Turn | undefined;
  captionIndex: number;
}

/**
 * Connects the buttons "Good point" with the sentence that is shown, and keeps the reactions up to
 * date. Renders nothing.
 */
export const ReactionController = ({ debate, turn, captionIndex }: ReactionControllerProps) => {
  const { id, sentenceReactions } = debate;
  const { sent, add } = useAddReaction(id);
  useReactionUpdates(id);
  useGoodPointShortcut();
  const { id: turnId = 0, attempt = 0, role } = turn ?? {};
  const sentence = turn ? findSentenceOfCaption(turn.content, captionIndex) : -1;
  const isOfTurn = (each: { turnId: number; attempt: number }) =>
    each.turnId === turnId && each.attempt === attempt;
  const isPressed = [...sent, ...(sentenceReactions?.mine ?? [])].some(
    (each) => isOfTurn(each) && each.sentence === sentence,
  );
  const counts = sentenceReactions?.turns.find(isOfTurn)?.sentences ?? [];
  const count = counts.find((each) => each.sentence === sentence)?.count ?? null;
  useLayoutEffect(() => {
    if (role === undefined || sentence < 0) return useGoodPoint.setState(NO_GOOD_POINT);
    const press = () => add({ turnId, attempt, sentence });
    return useGoodPoint.setState({ role, isPressed, count, press });
  }, [turnId, attempt, role, sentence, isPressed, count, add]);
  useEffect(() => () => useGoodPoint.setState(NO_GOOD_POINT), []);
  return null;
};
