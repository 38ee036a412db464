import { createHash } from "node:crypto";

/** Who sees everything of a debate. */
export const fullRoom = (debateId: number): string => `debate:${debateId}:full`;
/** Who sees what visitors may see of it. */
export const visitorRoom = (debateId: number): string => `debate:${debateId}:visitor`;
/** All tabs of one user. */
export const userRoom = (userId: number): string => `user:${userId}`;
/** Who looks at a list of debates: members, */
export const LISTS_FULL_ROOM = "lists:full";
/** and visitors. */
export const LISTS_VISITOR_ROOM = "lists:visitor";
/** All tabs of all admins. */
export const ADMIN_ROOM = "admins";
/** All tabs of one session; named by a digest, since room names travel between processes. */
export const sessionRoom = (sessionId: string): string =>
  `session:${createHash("sha256").update(sessionId).digest("base64url")}`;

/** The debate whose room it is, or null. */
export const debateOfRoom = (room: string): number | null => {
  const id = /^debate:(\d+):(?:full|visitor)$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};

/** The user whose room it is, or null. */
export const userOfRoom = (room: string): number | null => {
  const id = /^user:(\d+)$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};
