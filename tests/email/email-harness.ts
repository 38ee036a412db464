import type { ReceivedEmail } from "#infra/dev/fakes/email/mailbox-page.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import type { Logger } from "#infra/logger.ts";
import { type RunningWorker, startWorker } from "#worker/start-worker.ts";
import { startProxiedApi, testEnv, type ProxiedApi } from "../api/test-api.ts";
import { seedOtherTenant } from "../helpers/tenant-isolation.ts";
import { buildModelUrlVariables, testLogger, waitUntil } from "../harness.ts";

/** An API, a worker that sends its email, and the fake SMTP server. */
export interface EmailHarness {
  api: ProxiedApi;
  standins: FakeServers;
  /** Waits for an email to this address with this subject and returns the latest. */
  mailTo(email: string, subject: RegExp): Promise<ReceivedEmail>;
  subjectsTo(email: string): string[];
  /** Waits until no email is pending. */
  settled(): Promise<unknown>;
  startWorker(): Promise<RunningWorker>;
  close(): Promise<void>;
}

/**
 * Starts the harness. Unless `isEmpty`, also inserts bystanders: rows of another user that must not
 * change.
 */
export const startEmailHarness = async (
  variables: Record<string, string> = {},
  { logger = testLogger, isEmpty = false }: { logger?: Logger; isEmpty?: boolean } = {},
): Promise<EmailHarness> => {
  const standins = await startFakes({ firstTokenMs: 5, tokensPerSecond: 2000 });
  const withMail = { SMTP_URL: standins.smtpUrl, ...variables };
  const api = await startProxiedApi(withMail, { logger, resyncIntervalMs: 250 });
  const bystanders = isEmpty ? undefined : await seedOtherTenant(api.sql);
  const workers: RunningWorker[] = [];
  const start = async () => {
    const worker = await startWorker({
      env: testEnv(api.databaseUrl, {
        ...withMail,
        ...buildModelUrlVariables((id) => standins.baseUrls[id]),
      }),
      logger,
      graceMs: 0,
      concurrency: new Map([
        ["mail", 5],
        ["judging", 5],
      ]),
    });
    workers.push(worker);
    return worker;
  };
  await start();
  const to = (email: string) =>
    standins.mail.received.filter((mail) =>
      mail.to.some((address) => address.toLowerCase() === email.toLowerCase()),
    );
  return {
    api,
    standins,
    mailTo: (email, subject) =>
      waitUntil(() => to(email).findLast((mail) => subject.test(mail.subject)), {
        what: `a mail to ${email}`,
      }),
    subjectsTo: (email) => to(email).map(({ subject }) => subject),
    settled: () =>
      waitUntil(
        async () =>
          (
            await api.sql(
              "SELECT FROM emails WHERE status IN ('pending', 'running') AND isfinite(run_at)",
            )
          ).length === 0,
        { what: "the last mail" },
      ),
    startWorker: start,
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      try {
        await bystanders?.expectUntouched();
      } finally {
        await api.close();
        await standins.close();
      }
    },
  };
};

export const extractToken = ({ text }: Pick<ReceivedEmail, "text">): string =>
  /\/link#([\w-]+)/.exec(text)?.[1] ?? "";
