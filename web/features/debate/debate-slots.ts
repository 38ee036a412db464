import type { ComponentType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";

/** The turn that is heard; null while there is silence. */
export type HeardTurn = Pick<Turn, "role" | "turnNumber"> | null;

/** A debate and its turns as the page shows them. */
export interface Shown {
  debate: Debate;
  turns: readonly Turn[];
}

/** What other features put into a debate. Constants of the page: they are components, not elements. */
export interface DebateSlots {
  /** First among what can be done with the debate, under its topic. */
  TopicActions: ComponentType<{ debate: Debate }>;
  /** At the head of a finished turn, before what else can be done with it. */
  TurnControls: ComponentType<{ turn: Turn; children: ReactNode }>;
  /** Above the dock. */
  FloatingPlayer: ComponentType<{ debate: Debate; turns: readonly Turn[] }>;
  /** A line of the menu of what can be kept of a debate. */
  KeepActions: ComponentType<{ debate: Debate }>;
  /** Knows which turn is heard just now, and what is shown of a debate that waits for its voice. */
  Heard: ComponentType<Shown & { children: (heard: HeardTurn, shown: Shown) => ReactNode }>;
}
