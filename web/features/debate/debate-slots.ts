import type { ComponentType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";

/** The turn that is heard; null while there is silence. */
export type HeardTurn = Pick<Turn, "role" | "turnNumber"> | null;

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
  /** Knows which turn's recording is heard just now. */
  Heard: ComponentType<{ children: (heard: HeardTurn) => ReactNode }>;
}
