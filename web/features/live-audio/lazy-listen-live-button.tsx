import { Suspense } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { isLiveAudioOn, useLiveAudio } from "./live-audio-store.ts";

const ListenLiveButton = lazyOptional(() => import("./listen-live-button.tsx"));

/** The "Listen live" button. Its code is loaded only when the live stream is available. */
export const LazyListenLiveButton = ({ debate }: { debate: Debate }) =>
  useLiveAudio((state) => state.isOffered || isLiveAudioOn(state)) && (
    <Suspense>
      <ListenLiveButton debate={debate} />
    </Suspense>
  );
