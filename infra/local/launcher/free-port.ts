import { createServer } from "node:net";

/** A port of 127.0.0.1 that nobody listens on right now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** Rejects with a sentence when somebody listens already on the port that a variable names. */
export const refuseTakenPort = (port: number, variable: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (err: NodeJS.ErrnoException) => {
      const isTaken = err.code === "EADDRINUSE";
      const advice = `Port ${port} is taken. Stop what listens there, or set ${variable} to another.`;
      reject(isTaken ? new Error(advice) : err);
    });
    probe.listen(port, () => probe.close(() => resolve()));
  });
