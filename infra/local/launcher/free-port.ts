import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that systems give to connections, one of which could be taken before anybody listens. */
const FIRST = 12_000;
const LAST = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that nobody listens on right now. */
export const freePort = async (pick = () => randomInt(FIRST, LAST)): Promise<number> => {
  const port = pick();
  return (await isFree(port)) ? port : freePort(pick);
};

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
