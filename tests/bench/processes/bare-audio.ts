/* Baseline for recordings: Express that sends the same bytes from memory. */
import type { AddressInfo } from "node:net";
import express from "express";
import { Pool } from "pg";
import { onParentExit } from "#infra/process/shutdown.ts";

const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 1 });
const recordings = new Map<string, Buffer>();

const readRecording = async (turnId: string): Promise<Buffer> => {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    "SELECT audio_data AS bytes FROM audio_cache WHERE turn_id = $1",
    [turnId],
  );
  const bytes = rows[0]?.bytes ?? Buffer.alloc(0);
  recordings.set(turnId, bytes);
  return bytes;
};

const app = express().disable("etag").disable("x-powered-by");

app.get("/api/tts/audio", async ({ originalUrl }, res) => {
  const turnId = /turnId=(\d+)/.exec(originalUrl)?.[1] ?? "";
  res.type("audio/mpeg").send(recordings.get(turnId) ?? (await readRecording(turnId)));
});

const server = app.listen(0, () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
onParentExit(() => process.exit(0));
