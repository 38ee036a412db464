import { formatScore } from "#web/lib/format.ts";
import { useCountUp } from "../scoreboard/use-count-up.ts";

/** Animates to the score. Renders nothing without one, because a dash would look like a tie. */
export const AnimatedScore = ({ score, from }: { score: number | null; from?: number }) => {
  const shown = useCountUp(score, from);
  return shown === null ? null : formatScore(shown);
};
