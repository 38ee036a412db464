import { createHash } from "node:crypto";

/** Name of the room for viewers who may see everything of the debate. */
export const fullRoom = (debateId: number): string => `debate:${debateId}:full`;
/** Name of the room for viewers who see only what visitors may see. */
export const visitorRoom = (debateId: number): string => `debate:${debateId}:visitor`;
/**
 * Name of the room for members who see the reactions, because they have reacted or voted. All of its
 * sockets are in the full room too.
 */
export const audienceRoom = (debateId: number): string => `debate:${debateId}:audience`;
/**
 * Name of the room for members who have voted or skipped the vote. Only they get the last results
 * while these are hidden from other members. All of its sockets are in the full room too.
 */
export const resultsRoom = (debateId: number): string => `debate:${debateId}:results`;
/**
 * Name of the room for sockets of pages with only a small preview of the debate. They do not count
 * as watchers. All of them are in the full or the visitor room too.
 */
export const previewRoom = (debateId: number): string => `debate:${debateId}:preview`;
/**
 * All rooms of a debate except the audience room. Sockets that leave the full room leave the
 * audience room automatically.
 */
export const debateRooms = (debateId: number): string[] => [
  previewRoom(debateId),
  fullRoom(debateId),
  visitorRoom(debateId),
  resultsRoom(debateId),
];
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

export const parseFullRoom = (room: string): number | null => {
  const id = /^debate:(\d+):full$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};

export const parseUserRoom = (room: string): number | null => {
  const id = /^user:(\d+)$/.exec(room)?.[1];
  return id === undefined ? null : Number(id);
};
