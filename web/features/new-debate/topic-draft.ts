import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useAuth } from "#web/lib/auth/auth.tsx";
import type { NewDebate } from "./new-debate.ts";

const KEY = "topic-draft";

/** Null where there is none, it is somebody else's, or the browser keeps nothing. */
const read = (userId: number): string | null => {
  try {
    const [by, ...topic] = (sessionStorage.getItem(KEY) ?? "").split(":");
    return by === String(userId) ? topic.join(":") : null;
  } catch {
    return null;
  }
};

const keep = (userId: number, topic: string): void => {
  try {
    sessionStorage.setItem(KEY, `${userId}:${topic}`);
  } catch {
    // Then it lives as long as the page.
  }
};

/** Its debate has begun. */
export const dropTopicDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
};

/** Keeps what is written of a topic in this tab, through reloads and visits to other pages. */
export const useTopicDraft = ({ getValues, setValue, watch }: UseFormReturn<NewDebate>): void => {
  const userId = useAuth().user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const kept = read(userId);
    // What was typed before any script had run is newer.
    if (kept && getValues("topic") === "") setValue("topic", kept);
    const writing = watch(({ topic = "" }) => keep(userId, topic));
    return () => writing.unsubscribe();
  }, [userId, getValues, setValue, watch]);
};
