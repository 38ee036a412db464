import { z } from "zod";
import { splitDeltaBatch, TurnDeltaSchema as Piece } from "#infra/realtime/delta-batcher.ts";
import type { ApiSocketServer } from "../sockets/create-socket-server.ts";

export const ReceivedDelta = z.tuple([z.literal("turn:delta"), Piece]);
export type ReceivedDelta = z.infer<typeof ReceivedDelta>[1];

/** The method with which an adapter receives messages of other processes. */
export interface ReceivingAdapter {
  onMessage(message: unknown, offset?: string): void;
}
const isReceivingAdapter = (adapter: object): adapter is ReceivingAdapter =>
  "onMessage" in adapter && typeof adapter.onMessage === "function";

export const getReceivingAdapter = (io: ApiSocketServer) => {
  const { adapter } = io.of("/");
  if (!isReceivingAdapter(adapter)) throw new Error("this adapter hears nobody");
  return adapter;
};

/**
 * Splits batched deltas into single ones. Passes them to the `onMessage` handlers that were
 * installed before, so it must be called last.
 */
export const unbatchDeltas = (io: ApiSocketServer): void => {
  const adapter = getReceivingAdapter(io);
  const deliver = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    for (const single of splitDeltaBatch(message)) deliver(single, offset);
  };
};
