import type { ComponentType, ReactNode } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import type { Role } from "#shared/domain/side.ts";

/** What other features put into a debate. Constants of the page: they are components, not elements. */
export interface DebateSlots {
  /** First among what can be done with the debate, under its topic. */
  TopicActions: ComponentType<{ debate: Debate }>;
  /** At the head of a finished turn. */
  TurnControls: ComponentType<{ turn: Turn }>;
  /** Above the dock. */
  FloatingPlayer: ComponentType<{ debate: Debate; turns: readonly Turn[] }>;
  /** Among what can be kept of a completed debate. */
  KeepActions: ComponentType<{ debate: Debate }>;
  /** Knows whose recorded words are heard just now. */
  Heard: ComponentType<{ children: (heard: Role | null) => ReactNode }>;
}
