import { setTimeout as pause } from "node:timers/promises";
import type { Backend } from "../backend/backend.ts";
import { type Announce, createAnnounce } from "./announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "./headless.ts";

const LOOK_MS = 50;
/** Processes that run answer a newcomer's greeting at once; without an answer there are none. */
const GREETING_MS = 2000;

/**
 * Announces something from a process that is about to end, and waits until the others have heard
 * it. Without others there is nobody to tell.
 */
export const announceOnce = async (
  backend: Backend,
  tell: (announce: Announce) => void,
): Promise<void> => {
  const io = createHeadlessServer(backend);
  try {
    const deadline = Date.now() + GREETING_MS;
    const peers = async () => (await io.of("/").adapter.serverCount()) - 1;
    while ((await peers()) === 0 && Date.now() < deadline) await pause(LOOK_MS);
    tell(createAnnounce(io));
    // Messages keep their order: whoever answers this has heard what came before it.
    await io.in("nobody's room").fetchSockets();
  } finally {
    await closeHeadlessServer(io);
  }
};
