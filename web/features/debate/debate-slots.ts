import type { ComponentType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";

/** The turn whose audio is playing; null if none is. */
export type AudibleTurn = Pick<Turn, "role" | "turnNumber"> | null;

/**
 * A debate and its turns as the page shows them. If the page's text follows the live voice, they
 * contain only what has been spoken.
 */
export interface DisplayedDebate {
  debate: Debate;
  turns: readonly Turn[];
}

/** Components of other features. Each must keep its identity, or React would mount it again. */
export interface DebateSlots {
  /** Shown before the other actions below the topic. */
  TopicActions: ComponentType<{ debate: Debate }>;
  /** Shown in the head of a finished turn; `children` are the turn's other controls. */
  TurnControls: ComponentType<{ turn: Turn; children: ReactNode }>;
  /** Turns the sound of a running debate on and off. */
  SoundButton: ComponentType<{ debate: Debate }>;
  /** Shown above the bottom controls. `isCovered` while a full-window replay covers the page. */
  FloatingPlayer: ComponentType<{ debate: Debate; turns: readonly Turn[]; isCovered: boolean }>;
  /** Items of the download menu. */
  DownloadItems: ComponentType<{ debate: Debate }>;
  /** Calls `children` with the audible turn and with the debate as the page shows it. */
  AudibleTurnProvider: ComponentType<
    DisplayedDebate & {
      children: (audibleTurn: AudibleTurn, displayed: DisplayedDebate) => ReactNode;
    }
  >;
}
