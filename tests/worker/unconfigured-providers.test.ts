import type { DataSource } from "typeorm";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { JobTask } from "#worker/runtime/job-task.ts";
import { requireModel } from "#worker/jobs/common/require-model.ts";
import { sendEmail } from "#worker/jobs/send-mail/send-email.ts";
import { synthesizeSpeech } from "#worker/jobs/synthesize-speech/synthesize-speech.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { warmUpQueries } from "#worker/runtime/warm-up-queries.ts";
import { testLogger } from "../harness.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

describe("a job whose service is no longer configured", () => {
  let db: DataSource;
  useTestDatabase((opened) => {
    db = opened;
  });

  const labels = mapProviders((id) => `The model of ${id}`);
  /** Returns the task that the job's handler builds, and a function that runs it. */
  const workOf = async (
    job: "send-mail" | "synthesize-speech",
    id: number,
  ): Promise<{ work: JobTask; run(): Promise<void> }> => {
    let work: JobTask | undefined;
    const runner = { run: async (given: unknown) => void (work = given as JobTask) };
    const context = { sql: db, db, logger: testLogger, runner, voice: null, mailer: null };
    const handlers = {
      "send-mail": () => sendEmail(context as unknown as WorkerContext)({ mailId: id }),
      "synthesize-speech": () =>
        synthesizeSpeech(context as unknown as WorkerContext)({ recordingId: id }),
    };
    await handlers[job]();
    const lease = await claimJob(db, job, id);
    if (!work || !lease) throw new Error("there is no such work");
    const claimed = work;
    return { work, run: () => claimed.run({ ...lease, logger: testLogger } as never) };
  };
  const idOf = async (insert: string, values: unknown[] = []): Promise<number> => {
    const [row] = await db.query<{ id: number }[]>(`${insert} RETURNING id`, values);
    return row?.id ?? 0;
  };

  it("fails as misconfigured when its model is missing", () => {
    const models = new Map();
    const requireGrok = () => requireModel({ models, labels }, "grok");
    expect(requireGrok).toThrow(ProviderError);
    expect(requireGrok).toThrow(expect.objectContaining({ code: "misconfigured" }));
  });

  it("fails as misconfigured when it speaks an announcement", async () => {
    const recording = await idOf(
      `INSERT INTO audio_cache (notice, provider, content_hash, status) VALUES ('pause', 'openai', 'a', 'pending')`,
    );
    const { run } = await workOf("synthesize-speech", recording);
    await expect(run()).rejects.toMatchObject({ code: "misconfigured" });
  });

  it("reports the missing configuration when it sends an email", async () => {
    const user = await idOf(
      `INSERT INTO users (username, email, password, email_confirmed_at) VALUES ('ada', 'ada@example.org', '!', now())`,
    );
    const mail = await idOf(
      `INSERT INTO emails (kind, user_id, email) VALUES ('password_changed', $1, 'ada@example.org')`,
      [user],
    );
    const { run } = await workOf("send-mail", mail);
    await expect(run()).rejects.toThrow("email is no longer set up");
  });
});

it("a warm-up fails when the database does not answer", async () => {
  const down = new Error("the database is down");
  let asked = 0;
  const query = async () => {
    asked += 1;
    // The first statement claims the job, the second renews its lease.
    if (asked === 2) throw down;
    return [];
  };
  await expect(warmUpQueries({ query })).rejects.toBe(down);
});
