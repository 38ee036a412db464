import { createAccountResync } from "#api/realtime/resync/account-resync.ts";
import type { ApiSocketServer } from "#api/realtime/sockets/create-socket-server.ts";
import type { UserRole } from "#shared/domain/accounts/viewer.ts";

const socketOf = (id: number | null, sessionId = `session ${id}`, role: UserRole = "user") => ({
  data: { viewer: id === null ? null : { id, role }, sessionId, mustAddFactor: false },
  emit: jest.fn(),
  disconnect: jest.fn(),
});

/** Returns a resync from a fake database in which every session has the role `user`. */
const createFakeResync = (sockets: ReturnType<typeof socketOf>[]) => {
  const query = jest.fn(async (text: string, [ids]: [unknown[]]) =>
    text.includes("sid")
      ? ids.map((sid) => ({ sid, role: "user" }))
      : ids.map((id) => ({ id, role: "user", credits: 5, isSuspended: false })),
  );
  const toRoom = { emit: jest.fn() };
  const io = {
    of: () => ({ sockets: new Map(sockets.entries()) }),
    local: { to: () => toRoom },
  } as unknown as ApiSocketServer;
  const context = { sql: { query }, env: { adminsNeedSecondFactor: false } };
  return { query, toRoom, resync: createAccountResync(io, context as never) };
};

const resync = async (sockets: ReturnType<typeof socketOf>[], userIds: number[]) => {
  const fake = createFakeResync(sockets);
  await fake.resync(userIds);
  return { ...fake, cut: sockets.map(({ disconnect }) => disconnect.mock.calls.length) };
};

describe("the check of accounts with sockets on a process", () => {
  it("leaves sockets of visitors and of users outside the check connected", async () => {
    const sockets = [socketOf(1), socketOf(2), socketOf(null)];
    expect((await resync(sockets, [1])).cut).toEqual([0, 0, 0]);
  });

  it("sends no query without users to check", async () => {
    expect((await resync([socketOf(null)], [])).query).not.toHaveBeenCalled();
  });

  it("sends a user's credits once, after two reads that agree", async () => {
    const { toRoom, resync: resyncAgain } = createFakeResync([socketOf(1)]);
    const sentCounts: number[] = [];
    for (let times = 0; times < 3; times++) {
      await resyncAgain([1]);
      sentCounts.push(toRoom.emit.mock.calls.length);
    }
    expect(sentCounts).toEqual([0, 1, 1]);
  });

  it("disconnects a socket whose session has another role now", async () => {
    const sockets = [socketOf(1), socketOf(2, "an admin's", "admin")];
    expect((await resync(sockets, [1, 2])).cut).toEqual([0, 1]);
  });
});
