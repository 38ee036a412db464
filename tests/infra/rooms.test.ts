import {
  ADMIN_ROOM,
  parseDebateRoom,
  fullRoom,
  resultsRoom,
  sessionRoom,
  parseUserRoom,
  userRoom,
  visitorRoom,
} from "#infra/realtime/rooms.ts";

describe("a room", () => {
  const rooms = () => [
    fullRoom(7),
    fullRoom(71),
    visitorRoom(7),
    resultsRoom(7),
    userRoom(7),
    userRoom(8),
    ADMIN_ROOM,
    sessionRoom("one"),
    sessionRoom("two"),
  ];

  it("has a unique name that is not empty", () => {
    expect(new Set(rooms()).size).toBe(rooms().length);
    expect(rooms()).not.toContain("");
  });

  it("of a session hides the session id and is the same in every process", () => {
    expect(sessionRoom("a secret id")).not.toContain("secret");
    expect(sessionRoom("one")).toBe(sessionRoom("one"));
    expect(sessionRoom("one")).toMatch(/^session:[\w-]{43}$/);
  });

  it("of a debate contains its id", () => {
    expect([fullRoom(7), visitorRoom(71)].map(parseDebateRoom)).toEqual([7, 71]);
  });

  it.each([
    userRoom(7),
    ADMIN_ROOM,
    // All sockets in this room are also in the room of members. They would be counted twice if this
    // room were counted, too.
    resultsRoom(7),
    "debate:7",
    "debate:x:full",
    "debate::full",
    "debate:7:fuller",
    "my-debate:7:full",
  ])("%s belongs to no debate", (room) => {
    expect(parseDebateRoom(room)).toBeNull();
  });

  it("of a user contains its id", () => {
    expect([userRoom(7), userRoom(71)].map(parseUserRoom)).toEqual([7, 71]);
  });

  it.each([fullRoom(7), ADMIN_ROOM, "user:", "user:x", "user:7:full", "my-user:7"])(
    "%s belongs to no user",
    (room) => {
      expect(parseUserRoom(room)).toBeNull();
    },
  );
});
