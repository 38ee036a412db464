import { defineConfig } from "rolldown";

/** One bundle a process; npm packages stay outside. */
export default defineConfig({
  input: {
    api: "api/main.ts",
    "draw-picture": "api/pages/picture/draw-picture.ts",
    worker: "worker/main.ts",
    "convert-thread": "infra/audio/convert-thread.ts",
    "cut-thread": "infra/audio/cut-thread.ts",
    "pulse-thread": "worker/pulse/pulse-thread.ts",
    migrate: "infra/db/main.ts",
    start: "infra/local/start.ts",
    dev: "infra/local/dev.ts",
    standins: "infra/standins/main.ts",
    "voice-thread": "infra/standins/voice/thread.ts",
    seed: "infra/local/commands/seed.ts",
    "promote-user": "infra/local/commands/promote-user.ts",
    "reset-second-factor": "infra/local/commands/reset-second-factor.ts",
    backup: "infra/local/commands/backup.ts",
    restore: "infra/local/commands/restore.ts",
    "verify-ledger": "infra/local/commands/verify-ledger.ts",
  },
  platform: "node",
  // The compiler's own helpers, for decorators, are no package: they go into the bundle.
  external: (id) => !/^([.#/\0]|@oxc-project\/runtime)/.test(id),
  output: {
    dir: "dist",
    format: "esm",
    sourcemap: true,
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
