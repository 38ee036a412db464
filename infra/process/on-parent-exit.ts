/** Calls `stop` when the parent process ends, if this process was started with an IPC channel. */
export const onParentExit = (stop: () => void): void => {
  if (process.connected) process.once("disconnect", stop);
};
