import { z } from "zod";
import { apart, Delta as Piece } from "#infra/realtime/delta-groups.ts";
import type { ApiSocketServer } from "./socket-server.ts";

/** A piece of a speech, as adapters pass it on to each other. */
export const Delta = z.tuple([z.literal("turn:delta"), Piece]);
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

/** Has whoever listens to the adapter so far hear what was said together piece by piece. */
export const hearApart = (io: ApiSocketServer): void => {
  const adapter = hearingAdapter(io);
  const hear = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    for (const each of apart(message)) hear(each, offset);
  };
};
