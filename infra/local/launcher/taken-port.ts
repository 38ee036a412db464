import { createServer } from "node:net";

/** Rejects with a sentence when somebody listens on the port already. */
export const refuseTakenPort = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (err: NodeJS.ErrnoException) => {
      const isTaken = err.code === "EADDRINUSE";
      const advice = `Port ${port} is taken. Stop what listens there, or set PORT to another.`;
      reject(isTaken ? new Error(advice) : err);
    });
    probe.listen(port, () => probe.close(() => resolve()));
  });
