import type { DataSource } from "typeorm";
import { reportWeightSql, totalReportWeightSql } from "#infra/db/report-weight-sql.ts";
import { computeReportWeight, computeTotalReportWeight } from "#shared/domain/report-weight.ts";
import { useTestDatabase } from "../helpers/use-test-database.ts";

let db: DataSource;
useTestDatabase(async (opened) => {
  db = opened;
  await db.query(`INSERT INTO users (username, email, password) VALUES ('owner', 'o@x', '!')`);
});

it.each([true, false])(
  "the SQL for report weights agrees with the TypeScript rule, with mail: %p",
  async (hasMail) => {
    await db.query("DELETE FROM debates");
    await db.query("DELETE FROM users WHERE username <> 'owner'");
    const expected: number[] = [];
    const debate = async () =>
      (
        await db.query<{ id: number }[]>(
          `INSERT INTO debates (topic, user_id) SELECT 'Tea or coffee', min(id) FROM users RETURNING id`,
        )
      )[0]?.id;
    const reported = await debate();
    const report = (debateId: number | undefined, userId: number | undefined) =>
      db.query(`INSERT INTO reports (debate_id, user_id, reason) VALUES ($1, $2, 'hate')`, [
        debateId,
        userId,
      ]);
    for (const accountHours of [23, 25, 167, 169])
      for (const isConfirmed of [true, false])
        for (const [upheld, dismissed] of [
          [0, 0],
          [1, 0],
          [5, 0],
          [0, 2],
          [0, 5],
        ] as const) {
          const isSuspended = accountHours === 169 && upheld === 1;
          const [user] = await db.query<{ id: number }[]>(
            `INSERT INTO users (username, email, password, created_at, email_confirmed_at, suspended_at)
           VALUES ($1, $1, '!', now() - $2 * interval '1 hour',
                   CASE WHEN $3 THEN now() END, CASE WHEN $4 THEN now() END) RETURNING id`,
            [`r${expected.length}`, accountHours, isConfirmed, isSuspended],
          );
          for (let n = 0; n < upheld + dismissed; n++) {
            const earlier = await debate();
            await report(earlier, user?.id);
            await db.query(
              `INSERT INTO reviews (debate_id, decision, decided_by, decided_at)
             VALUES ($1, $2, 'admin', now())`,
              [earlier, n < upheld ? "unlist" : "keep"],
            );
          }
          await report(reported, user?.id);
          expected.push(
            computeReportWeight({
              accountHours,
              isConfirmed: isConfirmed || !hasMail,
              isSuspended,
              upheld,
              dismissed,
            }),
          );
        }
    const rows = await db.query<{ weight: number }[]>(
      `SELECT ${reportWeightSql(hasMail)} AS weight FROM reports r JOIN users u ON u.id = r.user_id
      WHERE r.debate_id = $1 ORDER BY r.id`,
      [reported],
    );
    expect(rows.map(({ weight }) => weight)).toEqual(expected);
    const total = async () => {
      const [found] = await db.query<{ weight: number }[]>(
        `SELECT ${totalReportWeightSql(hasMail)} AS weight FROM debates d WHERE id = $1`,
        [reported],
      );
      return found?.weight;
    };
    const apart = expected.map((weight) => ({ network: null, weight }));
    expect(await total()).toBe(computeTotalReportWeight(apart));
    await db.query(
      "UPDATE reports SET network = (ARRAY['a', 'b', 'c', NULL])[1 + id % 4] WHERE debate_id = $1",
      [reported],
    );
    const kept = await db.query<{ network: string | null }[]>(
      "SELECT network FROM reports WHERE debate_id = $1 ORDER BY id",
      [reported],
    );
    expect(await total()).toBe(
      computeTotalReportWeight(
        kept.map(({ network }, n) => ({ network, weight: expected[n] ?? 0 })),
      ),
    );
  },
);
