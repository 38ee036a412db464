import { setImmediate as aMoment, setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { isOutage } from "../db/outage.ts";

/** After a cut, it is tried again this often. */
const AGAIN_MS = 100;
/** What could not be said for so long is given up. */
const INSIST_MS = 30_000;
/** What waits is said together, up to so many messages of so many characters in all. */
const GROUP = { messages: 200, characters: 500_000 };

/** How Socket.IO's adapter says something, */
const NOTIFY = "SELECT pg_notify($1, $2)";
/** and many at once: in their order, which the row numbers keep. */
const NOTIFY_ALL = `
  SELECT pg_notify(channel, message)
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS said (channel, message, n)
           ORDER BY n) AS in_order`;
/** What is too long for a notification is stored first; a short message with its number follows. */
const STORE = "INSERT INTO";
const HAS_STORED = '"attachmentId":';

export interface Publisher {
  /** As much of a pool as the adapter asks. What it says keeps its order, through outages too. */
  query: Pool["query"];
  /** Waits until all is said. */
  finish(): Promise<unknown>;
}

interface Statement {
  text: string;
  values: string[];
  deadline: number;
  settle: { resolve(answer: unknown): void; reject(err: unknown): void };
}

/** Takes what is said together next from the front of the line. */
const takeGroup = (line: Statement[]): Statement[] => {
  const group = line.splice(0, 1);
  if (group[0]?.text !== NOTIFY) return group;
  // Of two equal messages in one transaction PostgreSQL sends one.
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
 * Says over one connection what the adapter wants to be said: what waits goes out in one statement.
 * What is cut off on its way is said again, so it may be heard twice.
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
    // The adapter tells of what was stored as soon as it knows, and nobody overtakes it.
    if (text.startsWith(STORE)) await aMoment();
  };
  const sayAll = async () => {
    // What is said in the same moment goes out together.
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
  // The adapter asks in no other of pg's many ways.
  return { query: query as unknown as Pool["query"], finish: async () => saying };
};
