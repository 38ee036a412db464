import type { DataSource } from "typeorm";
import { withTransaction } from "#infra/db/transaction.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { BLIND_LABELS } from "#shared/domain/speaker.ts";
import { mapProviders } from "#shared/domain/provider.ts";
import { collectUserData } from "#worker/jobs/export-data/collect-user-data.ts";
import { PRELOAD_TURN_SQL, loadDebate, type LoadedTurn } from "#worker/jobs/common/load-debate.ts";
import { loadRecording } from "#worker/jobs/synthesize-speech/load-recording.ts";
import { notifyVerdict } from "#worker/jobs/judge-debate/notify-verdict.ts";
import { renderDebates } from "#worker/jobs/export-data/render-debates.ts";
import { insertFinishedTurns } from "../api/test-api.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

const LABELS = { ...mapProviders((id) => id), ...BLIND_LABELS };

/** The providers of debates 1 and 2. Turns 1 to 3 belong to debate 1, turns 4 to 6 to debate 2. */
const SPEAKERS = [
  { botAProvider: "openai", botBProvider: "grok" },
  { botAProvider: "claude", botBProvider: "openai" },
] as const;

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('ada', 'ada', '!')`);
  for (const { botAProvider, botBProvider } of SPEAKERS)
    await db.query(
      `INSERT INTO debates (topic, user_id, bot_a_provider, bot_b_provider)
       VALUES ('Cats or dogs', 1, $1, $2)`,
      [botAProvider, botBProvider],
    );
  for (const id of [1, 2])
    await insertFinishedTurns({ sql: (...asked) => db.query(...asked) }, { id }, 3);
  await db.query(`UPDATE turns SET content = 'Speech of turn ' || id`);
  await db.query(
    `INSERT INTO audio_cache (turn_id, provider, content_hash)
     SELECT id, 'openai', id::text FROM turns ORDER BY turns.id`,
  );
});

const speech = (id: number) => `Speech of turn ${id}`;
const loadTurn = async (id: number): Promise<LoadedTurn> => {
  const turn = `SELECT ${PRELOAD_TURN_SQL} AS loaded FROM turns w WHERE id = $1`;
  const [row] = await db.query<{ loaded: LoadedTurn }[]>(turn, [id]);
  if (!row) throw new Error("there is no such turn");
  return row.loaded;
};
const contents = (speeches: readonly { content: string }[]) =>
  speeches.map(({ content }) => content);

it("an aborted export reads no further debate and fails with the abort's reason", async () => {
  const control = new AbortController();
  const reason = new Error("the job is handed back");
  const query = jest.fn((...asked: Parameters<typeof db.query>) => {
    control.abort(reason);
    return db.query(...asked);
  });
  const names = { labels: LABELS, origin: "", available: [] };
  await expect(renderDebates({ query }, 1, names, control.signal)).rejects.toBe(reason);
  // TypeORM sent one query for the debate and one for its turns.
  expect(query).toHaveBeenCalledTimes(2);
});

describe("the data loaded for a job", () => {
  it.each([
    [1, 1, []],
    [3, 1, [1, 2]],
    [5, 2, [4]],
  ])(
    "for turn %i contains debate %i and the speeches before the turn",
    async (id, debateId, expected) => {
      const { turn, debate, speeches } = await loadTurn(id);
      expect([turn.id, turn.content, debate.id]).toEqual([id, speech(id), debateId]);
      expect(contents(speeches)).toEqual(expected.map(speech));
    },
  );

  it.each([
    [1, [1, 2, 3]],
    [2, [4, 5, 6]],
  ])("for the verdict on debate %i contains all of its speeches", async (id, expected) => {
    const { debate, speeches } = await loadDebate(db, id);
    expect([debate.id, contents(speeches)]).toEqual([id, expected.map(speech)]);
  });

  it.each([
    [2, 1],
    [4, 2],
  ])(
    "for the recording of turn %i contains the turn and the providers of debate %i",
    async (id, of) => {
      expect(await loadRecording(db, id)).toMatchObject({
        turnId: id,
        content: speech(id),
        debateId: of,
        ...SPEAKERS[of - 1],
      });
    },
  );

  describe("with debates of two users", () => {
    beforeAll(async () => {
      await db.query(`INSERT INTO users (username, email, password) VALUES ('bob', 'bob', '!')`);
      await db.query(`UPDATE debates SET user_id = id, topic = 'Motion ' || id`);
      await db.query(
        `INSERT INTO turns (debate_id, turn_number, role, type, content, status, error)
         SELECT id, 4, 'bot_b', 'rebuttal', 'Speech cut short', 'failed', '{}' FROM debates`,
      );
    });

    const SPEAKING = {
      labels: LABELS,
      origin: "http://localhost",
      available: ["openai"],
    } as const;

    it.each([
      [1, [1, 2, 3]],
      [2, [4, 5, 6]],
    ])(
      "for an export of user %i contains the completed speeches of this user's debates only",
      async (userId, expected) => {
        const written = await renderDebates(db, userId, SPEAKING, new AbortController().signal);
        expect(written.match(/Speech .*/g)).toEqual(expected.map(speech));
        expect(written.match(/Score 7\/10\. It holds\. Well said\./g)).toHaveLength(3);
      },
    );

    test("for an export contains the account data of its user only", async () => {
      for (const statement of [
        `INSERT INTO credit_ledger (user_id, delta, reason, reference) VALUES (1, 1, 'admin', 'hers')`,
        `INSERT INTO passkeys (user_id, credential, public_key, name) VALUES (1, 'hers', '', 'Key')`,
        `INSERT INTO recovery_codes (digest, user_id) VALUES ('hers', 1)`,
        `INSERT INTO security_events (user_id, event, address) VALUES (1, 'password_changed', '')`,
        `INSERT INTO authenticators (user_id, secret, confirmed_at) VALUES (1, '', now()), (2, '', now())`,
        `INSERT INTO exports (user_id, status) VALUES (1, 'pending'), (2, 'pending')`,
      ])
        await db.query(statement);
      const { userId, facts } = await collectUserData(db, 2);
      expect([userId, facts]).toMatchObject([
        2,
        {
          credits: [{ reason: "signup" }],
          passkeys: [],
          authenticatorApps: [{ recoveryCodes: 0 }],
          securityEvents: [],
        },
      ]);
    });

    it.each([
      [1, "ada"],
      [2, "bob"],
    ])(
      "for the verdict email of debate %i contains its owner's address",
      async (debateId, email) => {
        const ours = { enqueue: async () => {}, mailer: { send: async () => {} } };
        await withTransaction(db, createMemoryLogger().logger, (tx, after) =>
          notifyVerdict(ours, tx, after, debateId),
        );
        const mails = "SELECT email, data FROM emails WHERE user_id = $1";
        expect(await db.query(mails, [debateId])).toEqual([
          {
            email,
            data: { debate: String(debateId), topic: `Motion ${debateId}`, language: "en" },
          },
        ]);
      },
    );
  });

  it("is not loaded if the row was deleted meanwhile, and the lease counts as lost", async () => {
    for (const load of [loadDebate, loadRecording])
      await expect(load(db, 9)).rejects.toBeInstanceOf(LeaseLostError);
  });
});
