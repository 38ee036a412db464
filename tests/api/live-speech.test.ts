import { getLiveSchedule } from "#api/queries/audio/get-live-schedule.ts";
import { coalesceQueries } from "#infra/db/connection/coalesce-queries.ts";
import { BROADCAST_TURN } from "./live-stream-fixtures.ts";

const ON_AIR = {
  userId: 1,
  isPublic: true,
  onlyOwnerSteps: false,
  status: "active",
  maxTurns: 2,
  isAutoPlayOn: false,
  now: 5000,
  writtenAt: 0,
  turns: [{ ...BROADCAST_TURN, spoken: [{ hash: "hash", ms: 1000, at: 500 }] }],
};

it("the live schedule is read once for many viewers who request it when a sentence starts", async () => {
  const query = jest.fn(async (statement: string): Promise<unknown[]> =>
    statement.includes('AS "isAutoPlayOn"') ? [ON_AIR] : [{ debateId: 7, count: 50 }],
  );
  const context = { coalescedSql: coalesceQueries({ query }) };
  const viewers = Array.from({ length: 50 }, (_, n) => ({ id: n + 1, role: "user" }) as const);
  const schedules = await Promise.all(viewers.map((viewer) => getLiveSchedule(context, viewer, 7)));
  expect(schedules[49]).toEqual({
    debateId: 7,
    now: 5000,
    outlook: "more",
    listeners: 50,
    spokenTurn: 1,
    turns: [
      { turnId: 1, turnNumber: 1, attempt: 1, sentences: [{ startsAt: 1000, endsAt: 2000 }] },
    ],
  });
  expect(query).toHaveBeenCalledTimes(2);
});
