import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { useOnAir } from "./use-on-air.ts";

/** Knows, on a debate's page, whether it can be listened to live. */
const OnAirWatch = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useOnAir(debate, turns);
  return null;
};

export default OnAirWatch;
