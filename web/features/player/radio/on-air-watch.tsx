import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { useOnAir } from "./use-on-air.ts";

/** Checks whether a debate's live stream is available. Renders nothing. */
const OnAirWatch = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useOnAir(debate, turns);
  return null;
};

export default OnAirWatch;
