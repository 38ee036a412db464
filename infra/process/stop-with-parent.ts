/** Calls `stop` when the process that started this one is gone, if it was started over IPC. */
export const stopWithParent = (stop: () => void): void => {
  if (process.connected) process.once("disconnect", stop);
};
