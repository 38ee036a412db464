/**
 * What is mutated: code that a quick test can judge, without database, browser or other process. In
 * parts, since a run that is stopped keeps the parts that were done.
 */
export const PURE_CODE: readonly string[][] = [
  // Colours and drawings are for the eye.
  ["shared/domain/[a-l]*.ts", "!shared/domain/brand.ts"],
  ["shared/domain/[m-z]*.ts"],
  [
    "api/http/{origin,parse,throttles}.ts",
    "api/realtime/peer-counts.ts",
    "infra/payments/{order,paypal-error,webhook-event}.ts",
    "infra/realtime/{delta-groups,rooms}.ts",
  ],
  // Threads run as they were built.
  ["infra/audio/*.ts", "!infra/audio/{convert,cut}*.ts", "infra/{access,env,variables}.ts"],
  [
    "web/features/debate/live/{merge-event,catch-up,follow-debate,standing}.ts",
    "web/features/debate/turns/{quote-ranges,speech-parts}.ts",
    "web/lib/{api-error,format,request}.ts",
  ],
  ["web/features/player/core/**/*.ts", "web/features/player/radio/start-radio.ts"],
  ["worker/llm/**/*.ts"],
  [
    "worker/jobs/{heartbeat,retry-policy,speech-text}.ts",
    "worker/prompts/**/*.ts",
    "worker/speech/join-recording.ts",
    "worker/read-arguments.ts",
  ],
];
