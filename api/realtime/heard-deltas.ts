import { z } from "zod";
import { apart, Delta as Piece } from "#infra/realtime/delta-groups.ts";
import type { ApiSocketServer } from "./socket-server.ts";

export const Delta = z.tuple([z.literal("turn:delta"), Piece]);
export type Delta = z.infer<typeof Delta>[1];

/** The method with which an adapter receives messages of other processes. */
export interface HearingAdapter {
  onMessage(message: unknown, offset?: string): void;
}
const isHearing = (adapter: object): adapter is HearingAdapter =>
  "onMessage" in adapter && typeof adapter.onMessage === "function";

export const hearingAdapter = (io: ApiSocketServer) => {
  const { adapter } = io.of("/");
  if (!isHearing(adapter)) throw new Error("this adapter hears nobody");
  return adapter;
};

/** Splits batched deltas into single ones for the handlers that were installed before. */
export const hearApart = (io: ApiSocketServer): void => {
  const adapter = hearingAdapter(io);
  const hear = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    for (const each of apart(message)) hear(each, offset);
  };
};
