export interface Stoppable {
  stop(): Promise<unknown>;
  kill(): void;
}

/**
 * The parts that were started so far. Stops them in reverse order, even while further parts are
 * starting.
 */
export class ShutdownStack {
  readonly #running: Stoppable[] = [];
  readonly #controller = new AbortController();

  get stopping(): AbortSignal {
    return this.#controller.signal;
  }

  /** Adds a part to stop later. Throws if stopping has begun; the part is then stopped, too. */
  add<T extends Stoppable>(part: T): T {
    this.#running.push(part);
    this.#controller.signal.throwIfAborted();
    return part;
  }

  async stop(): Promise<void> {
    this.#controller.abort(new Error("Stopped while starting."));
    for (let part = this.#running.at(-1); part; part = this.#running.at(-1))
      // The part stays in the list until it has stopped, so that `kill` can still reach it.
      await part.stop().finally(() => this.#running.splice(this.#running.indexOf(part), 1));
  }

  kill(): void {
    for (const part of this.#running) part.kill();
  }
}
