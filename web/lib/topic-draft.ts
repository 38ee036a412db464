import { createStorageEntry } from "./browser/browser-storage.ts";

const draftEntry = createStorageEntry("sessionStorage", "topic-draft");

/** Used in place of the user's id if the topic was typed by a visitor. */
const VISITOR = "visitor";

/** Keeps a topic in this tab for this user. Null keeps the topic for the next user who signs in. */
export const keepTopicDraft = (userId: number | null, topic: string): void =>
  draftEntry.keep(`${userId ?? VISITOR}:${topic}`);

/**
 * The topic draft in this tab that the user may see; null if there is none. Users see their own
 * draft, and a draft that was typed here before anyone signed in.
 */
export const readTopicDraft = (userId: number | null): string | null => {
  const [owner, ...parts] = (draftEntry.read() ?? "").split(":");
  const topic = parts.join(":");
  const isReadable = owner === VISITOR || owner === String(userId);
  return isReadable && topic.trim() !== "" ? topic : null;
};

/** Must be called once the debate has started. */
export const clearTopicDraft = draftEntry.drop;
