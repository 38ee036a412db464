import { createHash } from "node:crypto";
import { change, select } from "#infra/db/sql.ts";
import { withEffects } from "#infra/db/transaction.ts";
import { attemptsAnew } from "#infra/db/work.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Media } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";

/**
 * Does nothing while an export is in progress, or if the last complete one was requested less than
 * 10 minutes ago.
 */
const ASK = `
  INSERT INTO exports AS e (user_id) VALUES ($1)
  ON CONFLICT ON CONSTRAINT exports_one_per_user DO UPDATE
     SET status = 'pending', attempt = ${attemptsAnew("e.attempt")}, failures = 0, run_at = now(),
         asked_at = now(), facts = NULL, debates = NULL, expires_at = NULL
   WHERE e.status = 'failed' OR (e.status = 'complete' AND e.asked_at < now() - interval '10 minutes')
  RETURNING id, attempt`;

export const askForExport = (
  { reads, logger, enqueue }: Context,
  { id }: SignedIn,
): Promise<void> =>
  withEffects(logger, async (after) => {
    const [asked] = await change<{ id: number; attempt: number }>(reads, ASK, [id]);
    if (asked)
      after(() => enqueue("export-data", { exportId: asked.id }, { attempt: asked.attempt }));
  });

const FILES = {
  facts: { type: "application/json", fileName: "my-data.json" },
  debates: { type: "text/markdown; charset=utf-8", fileName: "my-debates.md" },
} as const;

export const JSON_FILE = FILES.facts.type;
export const MARKDOWN_FILE = FILES.debates.type;

/** Returns one file of the viewer's export. Throws not_found if there is none or it has expired. */
export const downloadExport = async (
  { reads }: Context,
  { id }: SignedIn,
  part: keyof typeof FILES,
): Promise<Media> => {
  const [found] = await select<{ text: string }>(
    reads,
    `SELECT ${part} AS text FROM exports
      WHERE user_id = $1 AND status = 'complete' AND expires_at > now()`,
    [id],
  );
  if (!found) throw notFound("Export");
  const bytes = Buffer.from(found.text, "utf8");
  return {
    kind: "media",
    ...FILES[part],
    size: bytes.length,
    etag: createHash("sha256").update(bytes).digest("hex").slice(0, 32),
    cacheControl: "private, no-store",
    read: (from, to) => bytes.subarray(from, to),
  };
};
