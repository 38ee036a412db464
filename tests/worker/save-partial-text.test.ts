import type { DataSource } from "typeorm";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import { type JobLease, LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { createPartialTextSaver } from "#worker/jobs/generate-turn/save-partial-text.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

const ADD_TURN = `
  WITH added AS (INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', id FROM users RETURNING id)
  INSERT INTO turns (debate_id, turn_number, role, type) SELECT id, 1, 'bot_a', 'opening' FROM added
  RETURNING id`;
const SILENT = "UPDATE turns SET heartbeat_at = now() - interval '1 hour'";

describe("the texts of live turns", () => {
  let db: DataSource;
  const asked: string[] = [];
  const counting: Sql = {
    query: (text, values) => (asked.push(text), db.query(text, values)),
  };
  useTestDatabase(async (opened) => {
    db = opened;
    await db.query(
      `INSERT INTO users (username, email, password) VALUES ('a', 'a@b.example', '!')`,
    );
  });

  const claim = async (id: number): Promise<JobLease> => {
    const lease = await claimJob(db, "generate-turn", id);
    if (!lease || "deferredFor" in lease) throw new Error("somebody else has it");
    return lease;
  };
  const liveTurn = async (): Promise<JobLease> => {
    const [turn] = await db.query<{ id: number }[]>(ADD_TURN);
    return claim(turn?.id ?? 0);
  };
  /** Claims two turns, expires their leases and creates the saver. */
  const live = async () => {
    const leases = [await liveTurn(), await liveTurn()] as const;
    await db.query(SILENT);
    asked.splice(0);
    return { leases, savePartialText: createPartialTextSaver(counting) };
  };
  const kept = (...leases: JobLease[]) =>
    selectRows(
      db,
      `SELECT content, heartbeat_at > now() - interval '1 minute' AS "isAlive"
         FROM turns WHERE id = ANY($1) ORDER BY id`,
      [leases.map(({ id }) => id)],
    );

  it("are saved in one statement, which also renews the leases", async () => {
    const { leases, savePartialText } = await live();
    const [one, two] = leases;
    await Promise.all([savePartialText(one, "It is"), savePartialText(two, 'It’s {"not", NULL}')]);
    expect(asked).toHaveLength(1);
    expect(await kept(...leases)).toEqual([
      { content: "It is", isAlive: true },
      { content: 'It’s {"not", NULL}', isAlive: true },
    ]);
    await Promise.all([savePartialText(one, "It is so"), savePartialText(two, "It’s not so")]);
    expect(asked).toHaveLength(2);
    expect(await kept(one)).toEqual([{ content: "It is so", isAlive: true }]);
  });

  it("are saved when only one turn is live", async () => {
    const { leases, savePartialText } = await live();
    await savePartialText(leases[0], "alone");
    expect(asked).toHaveLength(1);
    expect(await kept(...leases)).toEqual([
      { content: "alone", isAlive: true },
      { content: "", isAlive: false },
    ]);
  });

  it("are not saved for an attempt that lost its lease", async () => {
    const { leases, savePartialText } = await live();
    const [old, other] = leases;
    const again = await claim(old.id);
    const writes = [
      savePartialText(old, "old"),
      savePartialText(again, "new"),
      savePartialText(other, "other"),
    ];
    const [outcome, ...others] = await Promise.allSettled(writes);
    expect(outcome).toEqual({ status: "rejected", reason: expect.any(LeaseLostError) });
    expect(others.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await kept(...leases)).toMatchObject([{ content: "new" }, { content: "other" }]);
  });

  it("are not saved for a turn that has ended", async () => {
    const { leases, savePartialText } = await live();
    const [ended, other] = leases;
    await db.query("UPDATE turns SET status = 'complete', content = 'all' WHERE id = $1", [
      ended.id,
    ]);
    const writes = [savePartialText(ended, "al"), savePartialText(other, "other")];
    await expect(writes[0]).rejects.toThrow(LeaseLostError);
    await writes[1];
    expect(await kept(...leases)).toMatchObject([{ content: "all" }, { content: "other" }]);
  });

  it("are saved without waiting for a locked turn, whose text is saved afterwards", async () => {
    const { leases, savePartialText } = await live();
    const [locked, free] = leases;
    let waiting: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.query("SELECT FROM turns WHERE id = $1 FOR UPDATE", [locked.id]);
      waiting = savePartialText(locked, "later");
      await savePartialText(free, "at once");
      expect(await kept(...leases)).toMatchObject([{ content: "" }, { content: "at once" }]);
    });
    await waiting;
    // The saver first writes both turns together, then the locked one alone.
    expect(asked).toHaveLength(2);
    expect(await kept(locked)).toEqual([{ content: "later", isAlive: true }]);
  });

  it("are saved even if another text is invalid for the database", async () => {
    const { leases, savePartialText } = await live();
    const writes = [savePartialText(leases[0], "\0"), savePartialText(leases[1], "good")];
    await expect(writes[0]).rejects.toThrow("invalid byte sequence");
    await writes[1];
    expect(await kept(leases[1])).toEqual([{ content: "good", isAlive: true }]);
  });
});
