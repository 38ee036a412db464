import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseFrameAt } from "#infra/audio/mp3.ts";
import { convertToCbr, detectCbrFormat } from "#infra/audio/cbr-audio.ts";
import { sha256 } from "#infra/audio/recording-spec.ts";
import { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { ApiClient } from "../helpers/api-client.ts";

const RECONNECT_DELAY_MS = 200;

/** Short hashes of the frames that are not silent. */
const hashVoicedFrames = (frames: readonly Buffer[]): string[] =>
  frames
    .filter((frame) => frame.subarray(4).some((byte) => byte !== 0))
    .map((frame) => sha256(frame).slice(0, 8));

/** Returns hashes of the frames that the live stream sends for a recording, without silent ones. */
export const hashStreamedFrames = async (recording: Buffer): Promise<string[]> => {
  const format = detectCbrFormat(recording);
  if (!format) throw new Error("that is no recording");
  const { bytes, starts } = await convertToCbr(recording, format);
  return hashVoicedFrames(starts.slice(0, -1).map((at, n) => bytes.subarray(at, starts[n + 1])));
};

/**
 * Number of frames that were skipped up to the last received one. Null if a frame was repeated or
 * out of order.
 */
export const countMissedFrames = (
  said: readonly string[],
  heard: readonly string[],
): number | null => {
  let at = 0;
  for (const frame of heard) {
    const found = said.indexOf(frame, at);
    if (found === -1) return null;
    at = found + 1;
  }
  return at - heard.length;
};

/** A live listener that reconnects at its position, like the page. */
export class LiveStreamClient {
  readonly #frames: Buffer[] = [];
  #from = 0;
  #heardMs = 0;
  #isOver = false;
  #request: ReturnType<typeof get> | undefined;
  /** Local time of the last audio in ms. */
  heardAt = 0;

  private constructor(
    private readonly client: ApiClient,
    private readonly debateId: number,
  ) {}

  static async open(client: ApiClient, debateId: number): Promise<LiveStreamClient> {
    const ear = new LiveStreamClient(client, debateId);
    await ear.#begin();
    void ear.#listen();
    return ear;
  }

  get voiced(): string[] {
    return hashVoicedFrames(this.#frames);
  }

  close(): void {
    this.#isOver = true;
    this.#request?.destroy();
  }

  async #begin(): Promise<void> {
    const { now } = (await this.client.get(`/api/debates/${this.debateId}/live`)).as(
      LiveScheduleView,
    );
    this.#from = Math.floor(now);
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#listenOnce().catch(() => "cut off");
      await pause(RECONNECT_DELAY_MS);
    }
  }

  async #listenOnce(): Promise<void> {
    if (this.#heardMs === 0) await this.#begin();
    const { origin, cookie } = this.client;
    const path = `/api/debates/${this.debateId}/live.mp3?at=${this.#from + Math.round(this.#heardMs)}`;
    const headers = cookie ? { cookie } : {};
    this.#request = get(origin + path, { headers, agent: false });
    const [answer] = (await once(this.#request, "response")) as [IncomingMessage];
    let rest = Buffer.alloc(0);
    for await (const piece of answer) {
      rest = Buffer.concat([rest, piece as Buffer]);
      for (let frame = parseFrameAt(rest, 0); frame && frame.length <= rest.length;) {
        this.#frames.push(rest.subarray(0, frame.length));
        this.#heardMs += (frame.samples * 1000) / frame.sampleRate;
        this.heardAt = Date.now();
        rest = rest.subarray(frame.length);
        frame = parseFrameAt(rest, 0);
      }
    }
  }
}
