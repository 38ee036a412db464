import { setImmediate as aMoment, setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { isOutage } from "../db/connection/database-errors.ts";

const RETRY_DELAY_MS = 100;
/** How long a message is retried. */
const PUBLISH_TIMEOUT_MS = 30_000;
const MAX_BATCH = { messages: 200, characters: 500_000 };

/** Statement of Socket.IO's adapter for one message. */
const NOTIFY_SQL = "SELECT pg_notify($1, $2)";
/** Statement for a batch; the row numbers keep the order. */
const NOTIFY_BATCH_SQL = `
  SELECT pg_notify(channel, message)
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS said (channel, message, n)
           ORDER BY n) AS in_order`;
/**
 * The adapter stores a message that is too long for NOTIFY, then sends a short message with the
 * attachment's id.
 */
const STORE_ATTACHMENT_PREFIX = "INSERT INTO";
const ATTACHMENT_ID_FIELD = '"attachmentId":';

export interface PostgresPublisher {
  /** The part of a pool that the adapter uses. Keeps the order of messages, also during outages. */
  query: Pool["query"];
  finish(): Promise<unknown>;
}

interface QueuedStatement {
  text: string;
  values: string[];
  deadline: number;
  settle: { resolve(answer: unknown): void; reject(err: unknown): void };
}

const takeBatch = (line: QueuedStatement[]): QueuedStatement[] => {
  const group = line.splice(0, 1);
  if (group[0]?.text !== NOTIFY_SQL) return group;
  // PostgreSQL sends only one of two equal messages in a transaction, so equal messages go into
  // different batches.
  const messages = new Set([group[0].values[1]]);
  let characters = 0;
  for (const { text, values } of line) {
    const [, message = ""] = values;
    characters += message.length;
    const isFull = messages.size === MAX_BATCH.messages || characters > MAX_BATCH.characters;
    if (text !== NOTIFY_SQL || isFull || messages.has(message)) break;
    messages.add(message);
  }
  return [...group, ...line.splice(0, messages.size - 1)];
};

/**
 * Sends the adapter's messages in batches over one connection. A message that is interrupted is
 * sent again, so it may be received twice.
 */
export const openPostgresPublisher = (pool: Pool): PostgresPublisher => {
  const line: QueuedStatement[] = [];
  let saying: Promise<void> | undefined;

  const insist = async (text: string, values: unknown[], deadline: number): Promise<unknown> => {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (err) {
        if (!isOutage(err) || pool.ending || Date.now() > deadline) throw err;
        await pause(RETRY_DELAY_MS);
      }
    }
  };
  const say = async (
    group: readonly QueuedStatement[],
    { text, values, deadline }: QueuedStatement,
  ) => {
    const columns = [0, 1].map((n) => group.map((each) => each.values[n]));
    const said =
      group.length > 1
        ? insist(NOTIFY_BATCH_SQL, columns, deadline)
        : insist(text, values, deadline);
    await said.then(
      (answer) => group.forEach(({ settle }) => settle.resolve(answer)),
      (err: unknown) => group.forEach(({ settle }) => settle.reject(err)),
    );
    // Lets the adapter queue the message with the attachment's id before anything else is sent.
    if (text.startsWith(STORE_ATTACHMENT_PREFIX)) await aMoment();
  };
  const sayAll = async () => {
    // Collects messages of the same moment into one batch.
    await aMoment();
    for (let [first] = line; first; [first] = line) await say(takeBatch(line), first);
    saying = undefined;
  };
  const query = (text: string, values: string[] = []): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = { resolve, reject };
      const statement = { text, values, deadline: Date.now() + PUBLISH_TIMEOUT_MS, settle };
      if (values[1]?.includes(ATTACHMENT_ID_FIELD)) line.unshift(statement);
      else line.push(statement);
      saying ??= sayAll();
    });
  // The adapter uses no other overload of `query`.
  return { query: query as unknown as Pool["query"], finish: async () => saying };
};
