import { rejectWithDelay } from "./rate-limiting/reject-when-queue-full.ts";

export interface ListSlots {
  /** Runs a read in one of the sender's slots. Throws `unavailable` if all of them are taken. */
  run<T>(sender: string, read: () => Promise<T>): Promise<T>;
}

/**
 * Limits the concurrent reads of lists (`ReadCost`) per sender, a user or an IP address. Otherwise
 * one sender could fill the queue of the list pool. Counts per process, because each process has a
 * list pool of its own.
 */
export const createListSlots = (maxPerSender: number): ListSlots => {
  const running = new Map<string, number>();
  return {
    async run(sender, read) {
      const count = running.get(sender) ?? 0;
      if (count >= maxPerSender) await rejectWithDelay("lists are being read");
      running.set(sender, count + 1);
      try {
        return await read();
      } finally {
        const remaining = (running.get(sender) ?? 1) - 1;
        if (remaining > 0) running.set(sender, remaining);
        else running.delete(sender);
      }
    },
  };
};
