import type { ComponentType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";

/** The turn being played; null during silence. */
export type AudibleTurn = Pick<Turn, "role" | "turnNumber"> | null;

/** A debate and its turns as shown, possibly delayed to the live voice. */
export interface DisplayedDebate {
  debate: Debate;
  turns: readonly Turn[];
}

/** Components of other features for a debate's page. They must be constant. */
export interface DebateSlots {
  /** First of the actions below the topic. */
  TopicActions: ComponentType<{ debate: Debate }>;
  /** At the head of a finished turn; `children` are its other controls. */
  TurnControls: ComponentType<{ turn: Turn; children: ReactNode }>;
  /** Above the controls at the bottom. */
  FloatingPlayer: ComponentType<{ debate: Debate; turns: readonly Turn[] }>;
  /** Items of the download menu. */
  DownloadItems: ComponentType<{ debate: Debate }>;
  /** Provides the audible turn and the displayed, possibly delayed debate. */
  AudibleTurnProvider: ComponentType<
    DisplayedDebate & {
      children: (audibleTurn: AudibleTurn, displayed: DisplayedDebate) => ReactNode;
    }
  >;
}
