/** Longer than any process needs to let go of everything, after what it finishes. Milliseconds. */
export const EXIT_PATIENCE_MS = 15_000;
