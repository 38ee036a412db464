/** Milliseconds a process may need to close its connections, after its running jobs have ended. */
export const SHUTDOWN_TIMEOUT_MS = 15_000;
