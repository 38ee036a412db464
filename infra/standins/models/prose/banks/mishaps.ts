/** What a model says that won't. */
export const REFUSAL = "I’m sorry, but I can’t help with that request.";

/** A judge that forgot it was asked for JSON. */
export const NOT_JSON =
  "I would give this turn a seven out of ten. It was well argued on the whole.";

/** Words that nobody says in a debate. */
export const FOREIGN_QUOTE = "the lighthouse keeper never returned the borrowed umbrella";
