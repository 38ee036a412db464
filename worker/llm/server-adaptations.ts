export type AdaptationKind =
  | "no_streaming"
  | "no_schema"
  | "system_in_user_message"
  | "max_tokens_field"
  | "no_stream_options"
  | "output_limit"
  | "context_limit";

/** Something that requests to a server leave out or write differently, because it refused it. */
export interface ServerAdaptation {
  kind: AdaptationKind;
  /** The server's refusal, shortened, without texts of users and without the API key. */
  reason: string;
  /** When the server first accepted the changed request, as an ISO date. */
  at: string;
  /** Tokens, for `output_limit` and `context_limit`. */
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

  /** Keeps adaptations that a server has accepted. A smaller limit replaces a larger one. */
  remember(accepted: AdaptationSet): void {
    const at = new Date().toISOString();
    for (const [kind, adaptation] of accepted) {
      const known = this.#byKind.get(kind);
      const isSmaller = (adaptation.limit ?? Infinity) < (known?.limit ?? Infinity);
      if (!known || isSmaller) this.#byKind.set(kind, { ...adaptation, at });
    }
  }

  list(): readonly ServerAdaptation[] {
    return [...this.#byKind.values()];
  }
}
