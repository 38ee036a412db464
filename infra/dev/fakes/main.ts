import { parseArgs } from "node:util";
import { runProcess } from "#infra/process/run-process.ts";
import { startFakes } from "./start-fakes.ts";

/** Runs the fakes as a process. The process ends when its parent does. */
await runProcess("standins", async (env) => {
  /** Address and port to listen on, for example `--host 0.0.0.0 --port 4000`. */
  const { host, port } = parseArgs({
    options: { host: { type: "string" }, port: { type: "string" } },
  }).values;
  const fakes = await startFakes({
    ...env.fakePace,
    publicOrigin: env.publicOrigin,
    allowedHosts: env.allowedHosts,
    smtpPort: env.fakeSmtpPort,
    webhookUrl: env.fakeWebhookUrl,
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
  });
  return { port: fakes.port, graceMs: 0, close: async () => {} };
});
