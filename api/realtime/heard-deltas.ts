import { z } from "zod";
import type { ApiSocketServer } from "./socket-server.ts";

/** A piece of a speech, as adapters pass it on to each other. */
export const Delta = z.tuple([
  z.literal("turn:delta"),
  z.object({
    debateId: z.number(),
    turnId: z.number(),
    attempt: z.number(),
    offset: z.number(),
    text: z.string(),
  }),
]);
export type Delta = z.infer<typeof Delta>[1];

/** The door through which an adapter hears other processes. */
export interface HearingAdapter {
  onMessage(message: unknown, offset?: string): void;
}
const isHearing = (adapter: object): adapter is HearingAdapter =>
  "onMessage" in adapter && typeof adapter.onMessage === "function";

/** Throws where the adapter hears nobody. */
export const hearingAdapter = (io: ApiSocketServer) => {
  const { adapter } = io.of("/");
  if (!isHearing(adapter)) throw new Error("this adapter hears nobody");
  return adapter;
};
