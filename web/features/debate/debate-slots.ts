import type { ComponentType } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";

/** What other features put into a debate. Constants of the page: they are components, not elements. */
export interface DebateSlots {
  /** First among what can be done with the debate, under its topic. */
  Overture: ComponentType<{ debate: Debate }>;
  /** At the head of a finished turn. */
  TurnControls: ComponentType<{ turn: Turn }>;
  /** Above the dock. */
  Float: ComponentType<{ debate: Debate; turns: readonly Turn[] }>;
  /** Among what can be kept of a completed debate. */
  Keep: ComponentType<{ debate: Debate }>;
}
