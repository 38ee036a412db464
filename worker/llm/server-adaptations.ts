export type AdaptationKind =
  | "no_streaming"
  | "no_schema"
  | "system_in_user_message"
  | "max_tokens_field"
  | "no_stream_options"
  | "output_limit"
  | "context_limit"
  | "larger_output"
  | "text_after_reasoning";

/** A change to the requests for one server, such as a field that is left out. */
export interface ServerAdaptation {
  kind: AdaptationKind;
  /** Why, such as the server's error message: shortened, without users' texts and the API key. */
  reason: string;
  /** When this process began to apply the change, as an ISO date. */
  at: string;
  /** Tokens, for `output_limit`, `context_limit` and `larger_output`. */
  limit?: number;
}

/** The adaptations that one request is built with. */
export type AdaptationSet = ReadonlyMap<AdaptationKind, Omit<ServerAdaptation, "at">>;

/**
 * The adaptations that this process has learned for one server. They are not stored, so a restarted
 * process first sends unchanged requests again.
 */
export class ServerAdaptations {
  readonly #byKind = new Map<AdaptationKind, ServerAdaptation>();

  get current(): AdaptationSet {
    return this.#byKind;
  }

  /** Does nothing if an adaptation of this kind with this limit is already known. */
  add(adaptation: Omit<ServerAdaptation, "at">): void {
    const { kind, limit } = adaptation;
    const known = this.#byKind.get(kind);
    if (known && known.limit === limit) return;
    this.#byKind.set(kind, { ...adaptation, at: new Date().toISOString() });
  }

  list(): readonly ServerAdaptation[] {
    return [...this.#byKind.values()];
  }
}
