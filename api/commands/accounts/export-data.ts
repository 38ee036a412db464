import { createHash } from "node:crypto";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { resetAttemptsSql } from "#infra/db/jobs/job-lease.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { MediaResponse } from "../../audio/send-media.ts";
import type { Context } from "../../context.ts";

/**
 * Creates or restarts the user's export. Does nothing while it is in progress, or if the last
 * complete one was requested less than 10 minutes ago.
 */
const REQUEST_EXPORT_SQL = `
  INSERT INTO exports AS e (user_id) VALUES ($1)
  ON CONFLICT ON CONSTRAINT exports_one_per_user DO UPDATE
     SET status = 'pending', attempt = ${resetAttemptsSql("e.attempt")}, failures = 0, run_at = now(),
         asked_at = now(), facts = NULL, debates = NULL, expires_at = NULL
   WHERE e.status = 'failed' OR (e.status = 'complete' AND e.asked_at < now() - interval '10 minutes')
  RETURNING id, attempt`;

export const enqueueExport = (
  { sql, logger, enqueue }: Pick<Context, "logger" | "sql" | "enqueue">,
  { id }: SignedInViewer,
): Promise<void> =>
  withAfterCommit(logger, async (after) => {
    const [asked] = await mutateRows<{ id: number; attempt: number }>(sql, REQUEST_EXPORT_SQL, [
      id,
    ]);
    if (asked)
      after(() => enqueue("export-data", { exportId: asked.id }, { attempt: asked.attempt }));
  });

const EXPORT_FILES = {
  facts: { type: "application/json", fileName: "my-data.json" },
  debates: { type: "text/markdown; charset=utf-8", fileName: "my-debates.md" },
} as const;

export const JSON_CONTENT_TYPE = EXPORT_FILES.facts.type;
export const MARKDOWN_CONTENT_TYPE = EXPORT_FILES.debates.type;

/**
 * Returns one file of the viewer's export. Throws `not_found` if there is none or it has expired.
 */
export const downloadExport = async (
  { sql }: Pick<Context, "sql">,
  { id }: SignedInViewer,
  part: keyof typeof EXPORT_FILES,
): Promise<MediaResponse> => {
  const [found] = await selectRows<{ text: string }>(
    sql,
    `SELECT ${part} AS text FROM exports
      WHERE user_id = $1 AND status = 'complete' AND expires_at > now()`,
    [id],
  );
  if (!found) throw notFound("Export");
  const bytes = Buffer.from(found.text, "utf8");
  return {
    kind: "media",
    ...EXPORT_FILES[part],
    size: bytes.length,
    etag: createHash("sha256").update(bytes).digest("hex").slice(0, 32),
    cacheControl: "private, no-store",
    read: (from, to) => bytes.subarray(from, to),
  };
};
