import { Pool } from "pg";
import pino from "pino";
import { SessionStore } from "#api/http/session/session-store.ts";
import type { Sql } from "#infra/db/sql.ts";

const aSession = (sid: string) => ({
  sid,
  sess: { userId: sid.length },
  role: "user",
  mustAddFactor: false,
});

describe("sessions requested at the same moment", () => {
  const pool = new Pool();
  afterAll(() => pool.end());
  const storeOf = (query: Sql["query"]) =>
    new SessionStore(pool, { query }, pino({ level: "silent" }), false);
  const getSession = (store: SessionStore, sid: string) =>
    new Promise((resolve, reject) =>
      store.get(sid, (err, stored) => (err ? reject(err) : resolve(stored))),
    );

  it("are read in one statement, and each request gets its own session or none", async () => {
    const query = jest.fn(async () => [aSession("three"), aSession("one")]);
    const store = storeOf(query);
    const found = await Promise.all(
      ["one", "two", "three", "one"].map((sid) => getSession(store, sid)),
    );
    expect(found).toMatchObject([{ userId: 3 }, null, { userId: 5 }, { userId: 3 }]);
    expect(query).toHaveBeenCalledTimes(1);
    expect(found[0]).not.toBe(found[3]);
  });

  it("are read again each time, also after a failure", async () => {
    const answers = [Promise.reject(new Error("gone")), Promise.resolve([aSession("one")])];
    const store = storeOf(() => answers.shift() ?? Promise.resolve([]));
    await expect(getSession(store, "one")).rejects.toThrow("gone");
    await expect(getSession(store, "one")).resolves.toMatchObject({ userId: 3 });
    await expect(getSession(store, "one")).resolves.toBeNull();
  });
});
