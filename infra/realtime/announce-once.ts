import { setTimeout as pause } from "node:timers/promises";
import type { Backend } from "../backend/backend.ts";
import { type Announce, createAnnounce } from "./announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "./headless.ts";

/** A greeting may be sent before this process listens for its answer, so it is repeated, */
const GREET_AGAIN_MS = 100;
/** and where nobody has answered for so long there is nobody. */
const GREETING_MS = 2000;

/**
 * Announces something from a process that is about to end, and waits until the others have heard
 * it. Without others there is nobody to tell.
 */
export const announceOnce = async (
  backend: Backend,
  tell: (announce: Announce) => void,
): Promise<void> => {
  const io = createHeadlessServer(backend, "listening");
  try {
    const { adapter } = io.of("/");
    const deadline = Date.now() + GREETING_MS;
    while ((await adapter.serverCount()) === 1 && Date.now() < deadline) {
      await adapter.init();
      await pause(GREET_AGAIN_MS);
    }
    tell(createAnnounce(io));
    // Messages keep their order: whoever answers this has heard what came before it.
    await io.in("nobody's room").fetchSockets();
  } finally {
    await closeHeadlessServer(io);
  }
};
