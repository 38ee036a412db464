/** How long a process may take to close its connections, after its running jobs have ended. */
export const SHUTDOWN_TIMEOUT_MS = 15_000;

/**
 * Calls `stop` when the parent process ends. Does nothing if the process was started without an IPC
 * channel.
 */
export const onParentExit = (stop: () => void): void => {
  if (process.connected) process.once("disconnect", stop);
};
