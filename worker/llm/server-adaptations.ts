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

/** Something that is left out or done differently for a server. */
export interface ServerAdaptation {
  kind: AdaptationKind;
  /** Such as the server's refusal, shortened, without texts of users and without the API key. */
  reason: string;
  /** Since when it is done, as an ISO date. */
  at: string;
  /** Tokens, for `output_limit`, `context_limit` and `larger_output`. */
  limit?: number;
}

/** The adaptations that one request is built with. */
export type AdaptationSet = ReadonlyMap<AdaptationKind, Omit<ServerAdaptation, "at">>;

/** What this process has learned about one server. A restart forgets it, so it is tried again. */
export class ServerAdaptations {
  readonly #byKind = new Map<AdaptationKind, ServerAdaptation>();

  get current(): AdaptationSet {
    return this.#byKind;
  }

  /** Replaces an adaptation of the same kind only if its limit is another one. */
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
