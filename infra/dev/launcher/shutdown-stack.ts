export interface Stoppable {
  stop(): Promise<unknown>;
  kill(): void;
}

/** The parts started so far; stopped in reverse order, even while others are still starting. */
export class ShutdownStack {
  readonly #running: Stoppable[] = [];
  readonly #asked = new AbortController();

  get stopping(): AbortSignal {
    return this.#asked.signal;
  }

  /** Adds a part. Throws if stopping has begun; the part is stopped nevertheless. */
  add<T extends Stoppable>(part: T): T {
    this.#running.push(part);
    this.#asked.signal.throwIfAborted();
    return part;
  }

  async stop(): Promise<void> {
    this.#asked.abort(new Error("Stopped while starting."));
    for (let part = this.#running.at(-1); part; part = this.#running.at(-1))
      // Stays in the list until it has stopped, since it may have to be abandoned.
      await part.stop().finally(() => this.#running.splice(this.#running.indexOf(part), 1));
  }

  kill(): void {
    for (const part of this.#running) part.kill();
  }
}
