import { endListening } from "#api/realtime/end-listening.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

const env = { adminsNeedSecondFactor: false };

/** Listens with this session, as who they were then. */
const memberOf = (sessionId: string, role: UserRole) => ({ sessionId, role, end: jest.fn() });
const end = async (members: readonly ReturnType<typeof memberOf>[], rows: unknown[]) => {
  const query = jest.fn(async () => rows);
  const radio = { members: () => [...members] };
  await endListening({ reads: { query }, env, radio });
  return { query, ended: members.map((member) => member.end.mock.calls.length) };
};

describe("what is heard live with a session", () => {
  it("ends with it, or where it gives other rights by now, and no other does", async () => {
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

  it("is looked for once for all streams of a session, and not where nobody listens", async () => {
    const same = [memberOf("one", "user"), memberOf("one", "user")];
    const { query, ended } = await end(same, [{ sid: "one", role: "user" }]);
    expect(query).toHaveBeenCalledWith(expect.any(String), [["one"]]);
    expect(ended).toEqual([0, 0]);
    expect((await end([], [])).query).not.toHaveBeenCalled();
  });
});
