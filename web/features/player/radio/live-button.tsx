import { Suspense } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { splitOptional } from "#web/lib/split.tsx";
import { isOn } from "./radio-state.ts";
import { useRadio } from "./radio-store.ts";

const ListenLive = splitOptional(() => import("./listen-live.tsx"));

/** "Listen live". Its code is loaded only when the stream is available. */
export const LiveButton = ({ debate }: { debate: Debate }) =>
  useRadio((state) => state.isOffered || isOn(state)) && (
    <Suspense>
      <ListenLive debate={debate} />
    </Suspense>
  );
