import { disconnectExpiredListeners } from "#api/realtime/resync/disconnect-expired-listeners.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";

const env = { adminsNeedSecondFactor: false };

const memberOf = (sessionId: string, role: UserRole) => ({ sessionId, role, end: jest.fn() });
const end = async (members: readonly ReturnType<typeof memberOf>[], rows: unknown[]) => {
  const query = jest.fn(async () => rows);
  const liveStreams = { listSignedInListeners: () => [...members] };
  await disconnectExpiredListeners({ sql: { query }, env, liveStreams });
  return { query, ended: members.map((member) => member.end.mock.calls.length) };
};

describe("a live stream that belongs to a session", () => {
  it("ends with the session or when its role changes, unlike others", async () => {
    const members = [
      memberOf("lasts", "user"),
      memberOf("is over", "user"),
      memberOf("an admin's by now", "user"),
      memberOf("an admin's", "admin"),
      memberOf("an admin's no more", "admin"),
    ];
    const { ended } = await end(members, [
      { sid: "an admin's no more", role: "user" },
      { sid: "an admin's", role: "admin" },
      { sid: "an admin's by now", role: "admin" },
      { sid: "lasts", role: "user" },
    ]);
    expect(ended).toEqual([0, 1, 1, 0, 1]);
  });

  it("is checked once per session, and not at all without listeners", async () => {
    const same = [memberOf("one", "user"), memberOf("one", "user")];
    const { query, ended } = await end(same, [{ sid: "one", role: "user" }]);
    expect(query).toHaveBeenCalledWith(expect.any(String), [["one"]]);
    expect(ended).toEqual([0, 0]);
    expect((await end([], [])).query).not.toHaveBeenCalled();
  });
});
