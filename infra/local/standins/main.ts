import { stopWithParent } from "../../process/stop-with-parent.ts";
import { startStandins } from "./start-standins.ts";

const number = (name: string, fallback: number): number => Number(process.env[name] || fallback);

/** The stand-ins as a process: they live as long as whoever started them. */
const standins = await startStandins({
  firstTokenMs: number("STANDIN_FIRST_TOKEN_MS", 400),
  tokensPerSecond: number("STANDIN_TOKENS_PER_SECOND", 60),
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
stopWithParent(() => process.exit(0));
process.send?.({ ready: true, port: standins.port });
