import { setImmediate as aMoment, setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { isOutage } from "../db/outage.ts";

const AGAIN_MS = 100;
/** How long a message is retried. */
const INSIST_MS = 30_000;
const GROUP = { messages: 200, characters: 500_000 };

/** Statement of Socket.IO's adapter for one message. */
const NOTIFY = "SELECT pg_notify($1, $2)";
/** Statement for a batch; the row numbers keep the order. */
const NOTIFY_ALL = `
  SELECT pg_notify(channel, message)
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS said (channel, message, n)
           ORDER BY n) AS in_order`;
/**
 * The adapter stores a message that is too long for NOTIFY, then sends a short message with the
 * attachment's id.
 */
const STORE = "INSERT INTO";
const HAS_STORED = '"attachmentId":';

export interface Publisher {
  /** The part of a pool that the adapter uses. Keeps the order of messages, also during outages. */
  query: Pool["query"];
  finish(): Promise<unknown>;
}

interface Statement {
  text: string;
  values: string[];
  deadline: number;
  settle: { resolve(answer: unknown): void; reject(err: unknown): void };
}

const takeGroup = (line: Statement[]): Statement[] => {
  const group = line.splice(0, 1);
  if (group[0]?.text !== NOTIFY) return group;
  // PostgreSQL sends only one of two equal messages in a transaction, so equal messages go into
  // different batches.
  const messages = new Set([group[0].values[1]]);
  let characters = 0;
  for (const { text, values } of line) {
    const [, message = ""] = values;
    characters += message.length;
    const isFull = messages.size === GROUP.messages || characters > GROUP.characters;
    if (text !== NOTIFY || isFull || messages.has(message)) break;
    messages.add(message);
  }
  return [...group, ...line.splice(0, messages.size - 1)];
};

/**
 * Sends the adapter's messages in batches over one connection. A message that is interrupted is
 * sent again, so it may be received twice.
 */
export const openPublisher = (pool: Pool): Publisher => {
  const line: Statement[] = [];
  let saying: Promise<void> | undefined;

  const insist = async (text: string, values: unknown[], deadline: number): Promise<unknown> => {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (err) {
        if (!isOutage(err) || pool.ending || Date.now() > deadline) throw err;
        await pause(AGAIN_MS);
      }
    }
  };
  const say = async (group: readonly Statement[], { text, values, deadline }: Statement) => {
    const columns = [0, 1].map((n) => group.map((each) => each.values[n]));
    const said =
      group.length > 1 ? insist(NOTIFY_ALL, columns, deadline) : insist(text, values, deadline);
    await said.then(
      (answer) => group.forEach(({ settle }) => settle.resolve(answer)),
      (err: unknown) => group.forEach(({ settle }) => settle.reject(err)),
    );
    // Lets the adapter queue the message with the attachment's id before anything else is sent.
    if (text.startsWith(STORE)) await aMoment();
  };
  const sayAll = async () => {
    // Collects messages of the same moment into one batch.
    await aMoment();
    for (let [first] = line; first; [first] = line) await say(takeGroup(line), first);
    saying = undefined;
  };
  const query = (text: string, values: string[] = []): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const settle = { resolve, reject };
      const statement = { text, values, deadline: Date.now() + INSIST_MS, settle };
      if (values[1]?.includes(HAS_STORED)) line.unshift(statement);
      else line.push(statement);
      saying ??= sayAll();
    });
  // The adapter uses no other overload of `query`.
  return { query: query as unknown as Pool["query"], finish: async () => saying };
};
