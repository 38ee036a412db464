/** Something that was started and has to be stopped. */
export interface Part {
  stop(): Promise<unknown>;
  /** Ends it without waiting. */
  abandon(): void;
}

/** What has been started so far. It is stopped in reverse, also while more is still starting. */
export class Parts {
  readonly #running: Part[] = [];
  readonly #asked = new AbortController();

  /** Aborted once everything is asked to stop. */
  get stopping(): AbortSignal {
    return this.#asked.signal;
  }

  /** Takes charge of a part. Throws when it comes too late, and stops it all the same. */
  keep<T extends Part>(part: T): T {
    this.#running.push(part);
    this.#asked.signal.throwIfAborted();
    return part;
  }

  async stop(): Promise<void> {
    this.#asked.abort(new Error("Stopped while starting."));
    for (let part = this.#running.at(-1); part; part = this.#running.at(-1))
      // It is still running, and may have to be abandoned, until it has stopped.
      await part.stop().finally(() => this.#running.splice(this.#running.indexOf(part), 1));
  }

  abandon(): void {
    for (const part of this.#running) part.abandon();
  }
}
