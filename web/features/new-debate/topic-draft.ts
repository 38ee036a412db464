import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { createStorageEntry } from "#web/lib/browser/browser-storage.ts";
import type { NewDebateValues } from "./new-debate-values.ts";

const topicDraftEntry = createStorageEntry("sessionStorage", "topic-draft");

/** The user's topic draft in this tab; null if there is none. */
export const readTopicDraft = (userId: number): string | null => {
  const [by, ...parts] = (topicDraftEntry.read() ?? "").split(":");
  const topic = parts.join(":");
  return by === String(userId) && topic.trim() !== "" ? topic : null;
};

/** Must be called once the debate has started. */
export const clearTopicDraft = topicDraftEntry.drop;

/** Saves the topic while the user types, so that it survives reloads and visits to other pages. */
export const useTopicDraft = ({
  getValues,
  setValue,
  watch,
}: UseFormReturn<NewDebateValues>): void => {
  const userId = useAuth().user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const draft = readTopicDraft(userId);
    // Text that the user entered before hydration is newer than the draft.
    if (draft && getValues("topic") === "") setValue("topic", draft);
    const subscription = watch(({ topic = "" }) => topicDraftEntry.keep(`${userId}:${topic}`));
    return () => subscription.unsubscribe();
  }, [userId, getValues, setValue, watch]);
};
