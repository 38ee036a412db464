import { createHash } from "node:crypto";

/** Name of the room for viewers who may see everything of the debate. */
export const fullRoom = (debateId: number): string => `debate:${debateId}:full`;
/** Name of the room for viewers who see only what visitors may see. */
export const visitorRoom = (debateId: number): string => `debate:${debateId}:visitor`;
export const userRoom = (userId: number): string => `user:${userId}`;
export const LISTS_FULL_ROOM = "lists:full";
export const LISTS_VISITOR_ROOM = "lists:visitor";
export const ADMIN_ROOM = "admins";
/**
 * Name of the room for all tabs of one session. Room names are sent between processes, so it
 * contains only a hash of the id.
 */
export const sessionRoom = (sessionId: string): string =>
  `session:${createHash("sha256").update(sessionId).digest("base64url")}`;

export const parseDebateRoom = (room: string): number | null => {
  const id = /^debate:(\d+):(?:full|visitor)$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};

export const parseUserRoom = (room: string): number | null => {
  const id = /^user:(\d+)$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};
