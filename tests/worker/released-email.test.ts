import { createDataSource } from "#infra/db/connection/data-source.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { WorkerContext } from "#worker/context.ts";
import { sendEmail } from "#worker/jobs/send-mail/send-email.ts";
import type { JobTask } from "#worker/runtime/job-task.ts";
import { createTestDatabase, testLogger } from "../harness.ts";

it("an email that was released before its link was stored gets no link and is not sent", async () => {
  const database = await createTestDatabase();
  const db = await createDataSource(database.url).initialize();
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada@a.org', '!')`);
  const [{ id: mailId }] = await db.query<[{ id: number }]>(
    `INSERT INTO emails (kind, user_id, email) SELECT 'confirm_email', id, email FROM users RETURNING id`,
  );
  const runReleased = async (task: JobTask) => {
    const lease = await claimJob(db, "send-mail", mailId);
    await db.query("UPDATE emails SET status = 'pending'");
    await task.run({ ...lease, logger: testLogger } as never);
  };
  const mailer = { send: jest.fn() };
  const context = { sql: db, db, logger: testLogger, runner: { run: runReleased }, mailer };
  const sending = sendEmail(context as unknown as WorkerContext)({ mailId });
  await expect(sending).rejects.toThrow(LeaseLostError);
  expect(mailer.send).not.toHaveBeenCalled();
  expect(await db.query("SELECT FROM email_tokens")).toEqual([]);
  await db.destroy();
  await database.drop();
});
