import pino from "pino";
import { Channel } from "#api/radio/channel.ts";
import { createRecordingBytes } from "#api/audio/recording-bytes.ts";
import type { Sql } from "#infra/db/sql.ts";
import { voice } from "./air.ts";

describe("a debate that is listened to", () => {
  it("lets nobody go before it is known who may hear it, and then who may not", async () => {
    let answer = (_rows: unknown[]): void => {};
    const reads: Sql = { query: () => new Promise((resolve) => (answer = resolve)) };
    const recordings = createRecordingBytes(reads);
    const logger = pino({ level: "silent" });
    const channel = new Channel(7, { reads, recordings, enqueue: async () => {}, logger }, voice);
    const end = jest.fn();
    const tuning = { from: 0, behindMs: 0, isExact: false };
    channel.seat(null, { isFull: false, write: () => {}, end }, tuning, false);
    const looked = channel.look();
    channel.hear();
    expect(end).not.toHaveBeenCalled();
    // It is gone.
    answer([]);
    await looked;
    channel.hear();
    expect(end).toHaveBeenCalledTimes(1);
  });
});
