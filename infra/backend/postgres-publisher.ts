import { setImmediate as yieldToEventLoop, setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { isOutage } from "../db/connection/database-errors.ts";

const RETRY_DELAY_MS = 100;
/** How long a message is retried during an outage. */
const PUBLISH_TIMEOUT_MS = 30_000;
const MAX_BATCH = { messages: 200, characters: 500_000 };

/** The statement with which Socket.IO's adapter sends one message. */
const NOTIFY_SQL = "SELECT pg_notify($1, $2)";
/** Sends a batch of messages in one statement. The row numbers keep the messages in order. */
const NOTIFY_BATCH_SQL = `
  SELECT pg_notify(channel, message)
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS batch (channel, message, n)
           ORDER BY n) AS in_order`;
/**
 * Socket.IO's adapter stores a message that is too long for NOTIFY in a table, as an attachment.
 * Then it sends a short message with the attachment's id.
 */
const STORE_ATTACHMENT_PREFIX = "INSERT INTO";
const ATTACHMENT_ID_FIELD = '"attachmentId":';

export interface PostgresPublisher {
  /**
   * The method of a pool that Socket.IO's adapter uses. Keeps the order of messages, even during an
   * outage.
   */
  query: Pool["query"];
  finish(): Promise<unknown>;
}

interface QueuedStatement {
  text: string;
  values: string[];
  deadline: number;
  settle: { resolve(answer: unknown): void; reject(err: unknown): void };
}

const takeBatch = (queue: QueuedStatement[]): QueuedStatement[] => {
  const batch = queue.splice(0, 1);
  if (batch[0]?.text !== NOTIFY_SQL) return batch;
  // PostgreSQL sends only one of two equal messages in a transaction, so equal messages go into
  // different batches.
  const messages = new Set([batch[0].values[1]]);
  let characters = 0;
  for (const { text, values } of queue) {
    const [, message = ""] = values;
    characters += message.length;
    const isFull = messages.size === MAX_BATCH.messages || characters > MAX_BATCH.characters;
    if (text !== NOTIFY_SQL || isFull || messages.has(message)) break;
    messages.add(message);
  }
  return [...batch, ...queue.splice(0, messages.size - 1)];
};

/**
 * Sends the messages of Socket.IO's adapter in batches over one connection. A message whose
 * statement was interrupted is sent again, so it may arrive twice.
 */
export const openPostgresPublisher = (pool: Pool): PostgresPublisher => {
  const queue: QueuedStatement[] = [];
  let publishing: Promise<void> | undefined;

  const queryWithRetries = async (
    text: string,
    values: unknown[],
    deadline: number,
  ): Promise<unknown> => {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (err) {
        if (!isOutage(err) || pool.ending || Date.now() > deadline) throw err;
        await pause(RETRY_DELAY_MS);
      }
    }
  };
  const publish = async (
    batch: readonly QueuedStatement[],
    { text, values, deadline }: QueuedStatement,
  ) => {
    const columns = [0, 1].map((n) => batch.map((statement) => statement.values[n]));
    const published =
      batch.length > 1
        ? queryWithRetries(NOTIFY_BATCH_SQL, columns, deadline)
        : queryWithRetries(text, values, deadline);
    await published.then(
      (answer) => batch.forEach(({ settle }) => settle.resolve(answer)),
      (err: unknown) => batch.forEach(({ settle }) => settle.reject(err)),
    );
    // Lets the adapter queue the short message with the attachment's id before anything else is
    // sent.
    if (text.startsWith(STORE_ATTACHMENT_PREFIX)) await yieldToEventLoop();
  };
  const publishAll = async () => {
    // Collects messages that are queued in the same round of the event loop into one batch.
    await yieldToEventLoop();
    for (let [first] = queue; first; [first] = queue) await publish(takeBatch(queue), first);
    publishing = undefined;
  };
  const query = (text: string, values: string[] = []): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = { resolve, reject };
      const statement = { text, values, deadline: Date.now() + PUBLISH_TIMEOUT_MS, settle };
      if (values[1]?.includes(ATTACHMENT_ID_FIELD)) queue.unshift(statement);
      else queue.push(statement);
      publishing ??= publishAll();
    });
  // Socket.IO's adapter uses no other overload of `query`.
  return { query: query as unknown as Pool["query"], finish: async () => publishing };
};
