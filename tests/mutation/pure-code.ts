/**
 * Files to mutate: those with fast tests that need no database, no browser and no other process.
 * They are split into parts, because a run that is stopped keeps the results of finished parts.
 */
export const PURE_CODE_GLOBS: readonly string[][] = [
  // Colors and drawings have no tests.
  ["shared/domain/{accounts,audio,billing}/*.ts", "shared/domain/*.ts", "!shared/domain/brand.ts"],
  ["shared/domain/{debates,leaderboard,text}/**/*.ts"],
  [
    "api/http/{server/origin-check,parse,rate-limiting/throttles}.ts",
    "api/realtime/watchers/peer-counts.ts",
    "infra/payments/{paypal-order,paypal-error,webhook-event}.ts",
    "infra/realtime/{delta-batcher,rooms}.ts",
  ],
  // Worker threads run the built code, which has no mutants, so `transcode*` and `clip-*` are left
  // out.
  [
    "infra/audio/*.ts",
    "!infra/audio/{transcode*,clip-*,find-streamed-debate,live-schedule}.ts",
    "infra/{service-config,env,variables}.ts",
  ],
  [
    "web/features/debate/live/{merge-turn-event,turn-merge-queue,subscribe-to-debate,detect-missed-updates}.ts",
    "web/features/debate/speech/{quote-ranges,parse-speech}.ts",
    "web/lib/{api/api-error,format,api/request}.ts",
  ],
  ["web/lib/player/engine/**/*.ts", "web/features/live-audio/player/start-live-player.ts"],
  ["worker/llm/**/*.ts"],
  [
    "worker/runtime/{heartbeat/heartbeat,retry-policy}.ts",
    "worker/jobs/generate-turn/speech-builder.ts",
    "worker/prompts/**/*.ts",
    "worker/speech/join-mp3-parts.ts",
    "worker/parse-arguments.ts",
  ],
];
