import { createAccountsTeller } from "#api/realtime/repeat-accounts.ts";
import type { ApiSocketServer } from "#api/realtime/socket-server.ts";
import type { UserRole } from "#shared/domain/viewer.ts";

/** A socket of a user, or of a visitor. */
const socketOf = (id: number | null, sessionId = `session ${id}`, role: UserRole = "user") => ({
  data: { viewer: id === null ? null : { id, role }, sessionId, mustAddFactor: false },
  emit: jest.fn(),
  disconnect: jest.fn(),
});

/** Looks at some users, where these are the rows of all. */
const look = async (sockets: ReturnType<typeof socketOf>[], userIds: number[]) => {
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
  const context = { reads: { query }, env: { adminsNeedSecondFactor: false } };
  await createAccountsTeller(io, context as never)(userIds);
  return { query, cut: sockets.map(({ disconnect }) => disconnect.mock.calls.length) };
};

describe("a look at the accounts of a process's sockets", () => {
  it("leaves the sockets of visitors and of users alone whom it did not ask about", async () => {
    const sockets = [socketOf(1), socketOf(2), socketOf(null)];
    expect((await look(sockets, [1])).cut).toEqual([0, 0, 0]);
  });

  it("asks the database nothing where no user is asked about", async () => {
    expect((await look([socketOf(null)], [])).query).not.toHaveBeenCalled();
  });

  it("cuts the socket whose session gives other rights", async () => {
    const sockets = [socketOf(1), socketOf(2, "an admin's", "admin")];
    expect((await look(sockets, [1, 2])).cut).toEqual([0, 1]);
  });
});
