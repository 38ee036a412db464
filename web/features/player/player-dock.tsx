import { Suspense } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { isOpen } from "./player-state.ts";
import { usePlayer } from "./player-store.ts";
import { useListed } from "./use-listed.ts";

const FloatingPlayer = splitOptional(() => import("./dock/floating-player.tsx"));

interface PlayerDockProps {
  debate: Debate;
  turns: readonly Turn[];
}

/** Where the player floats once there is something in it. */
export const PlayerDock = ({ debate, turns }: PlayerDockProps) => {
  useListed(debate, turns);
  return (
    usePlayer(isOpen) && (
      <Suspense>
        <FloatingPlayer />
      </Suspense>
    )
  );
};
