/** Milliseconds a process may need to close its connections, after its running jobs have ended. */
export const SHUTDOWN_TIMEOUT_MS = 15_000;

/** Calls `stop` when the parent process ends, if this process was started with an IPC channel. */
export const onParentExit = (stop: () => void): void => {
  if (process.connected) process.once("disconnect", stop);
};
