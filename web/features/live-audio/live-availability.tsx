import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { useLiveAvailability } from "./use-live-availability.ts";

/** Checks whether a debate's live stream is available. Renders nothing. */
const LiveAvailability = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useLiveAvailability(debate, turns);
  return null;
};

export default LiveAvailability;
