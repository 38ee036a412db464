import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { frameAt } from "#infra/audio/mp3.ts";
import { makeSteady, steadyFormatOf } from "#infra/audio/steady-sound.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { LiveSpeech } from "#shared/contract/live.ts";
import type { ApiClient } from "../api-client.ts";

/** How soon a listener who was cut off tries again. */
const AGAIN_MS = 200;

/** The frames that are no silence, by a few letters each. */
const voicedIn = (frames: readonly Buffer[]): string[] =>
  frames
    .filter((frame) => frame.subarray(4).some((byte) => byte !== 0))
    .map((frame) => sha256(frame).slice(0, 8));

/** A recording in the frames in which it is streamed. */
export const streamedFrames = async (recording: Buffer): Promise<string[]> => {
  const format = steadyFormatOf(recording);
  if (!format) throw new Error("that is no recording");
  const { bytes, starts } = await makeSteady(recording, format);
  return voicedIn(starts.slice(0, -1).map((at, n) => bytes.subarray(at, starts[n + 1])));
};

/**
 * How much of what was said was not heard, in frames, up to what was heard last. Null where anything was
 * heard twice, or in another order.
 */
export const missedOf = (said: readonly string[], heard: readonly string[]): number | null => {
  let at = 0;
  for (const frame of heard) {
    const found = said.indexOf(frame, at);
    if (found === -1) return null;
    at = found + 1;
  }
  return at - heard.length;
};

/** Somebody who listens as a page does: after a cut they go on where they were. */
export class LiveEar {
  readonly #frames: Buffer[] = [];
  #from = 0;
  #heardMs = 0;
  #isOver = false;
  #request: ReturnType<typeof get> | undefined;
  /** When something was heard last, by this machine's clock. */
  heardAt = 0;

  private constructor(
    private readonly client: ApiClient,
    private readonly debateId: number,
  ) {}

  static async open(client: ApiClient, debateId: number): Promise<LiveEar> {
    const ear = new LiveEar(client, debateId);
    await ear.#begin();
    void ear.#listen();
    return ear;
  }

  /** What was heard that is no silence, in order. */
  get voiced(): string[] {
    return voicedIn(this.#frames);
  }

  close(): void {
    this.#isOver = true;
    this.#request?.destroy();
  }

  async #begin(): Promise<void> {
    const { now } = (await this.client.get(`/api/debates/${this.debateId}/live`)).as(LiveSpeech);
    this.#from = Math.floor(now);
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#listenOnce().catch(() => "cut off");
      await pause(AGAIN_MS);
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
      for (let frame = frameAt(rest, 0); frame && frame.length <= rest.length;) {
        this.#frames.push(rest.subarray(0, frame.length));
        this.#heardMs += (frame.samples * 1000) / frame.sampleRate;
        this.heardAt = Date.now();
        rest = rest.subarray(frame.length);
        frame = frameAt(rest, 0);
      }
    }
  }
}
