import { defineConfig } from "rolldown";

/** Bundles the programs of the product, one file per program. npm packages are not bundled. */
export default defineConfig({
  input: {
    api: "api/main.ts",
    "draw-picture": "api/pages/picture/draw-picture.ts",
    worker: "worker/main.ts",
    "transcode-thread": "infra/audio/transcode-thread.ts",
    "clip-thread": "infra/audio/clip-thread.ts",
    "heartbeat-thread": "worker/runtime/heartbeat/heartbeat-thread.ts",
    "ranking-thread": "worker/jobs/rank-models/ranking-thread.ts",
    "check-models": "worker/model-check/main.ts",
    "audit-judge": "worker/judge-audit/main.ts",
    migrate: "infra/db/migrate-main.ts",
    start: "infra/dev/start.ts",
    dev: "infra/dev/dev.ts",
    standins: "infra/dev/fakes/main.ts",
    "voice-thread": "infra/dev/fakes/voice/voice-thread.ts",
    seed: "infra/dev/commands/seed.ts",
    "promote-user": "infra/dev/commands/promote-user.ts",
    "reset-second-factor": "infra/dev/commands/reset-second-factor.ts",
    backup: "infra/dev/commands/backup.ts",
    restore: "infra/dev/commands/restore.ts",
    "verify-ledger": "infra/dev/commands/verify-ledger.ts",
    "check-models-or-fakes": "infra/dev/commands/check-models.ts",
    "audit-judge-or-fakes": "infra/dev/commands/audit-judge.ts",
  },
  platform: "node",
  // The compiler's helpers for decorators are no installed package, so they are bundled.
  external: (id) => !/^([.#/\0]|@oxc-project\/runtime)/.test(id),
  output: {
    dir: "dist",
    format: "esm",
    sourcemap: true,
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
