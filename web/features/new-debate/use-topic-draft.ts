import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate } from "react-router-dom";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { readSuggestedDebate, type SuggestedDebate } from "#web/lib/suggested-debate.ts";
import { keepTopicDraft, readTopicDraft } from "#web/lib/topic-draft.ts";
import type { NewDebateValues } from "./new-debate-values.ts";

/**
 * Fills in the debate that the link to the form suggests, or else the topic draft. Saves the topic
 * while the user types, so that it survives reloads and visits to other pages.
 */
export const useTopicDraft = ({
  getValues,
  setValue,
  watch,
}: UseFormReturn<NewDebateValues>): void => {
  const userId = useAuth().user?.id;
  const navigate = useNavigate();
  const suggested = readSuggestedDebate(useLocation().state);
  useEffect(() => {
    if (userId === undefined) return undefined;
    const draft = readTopicDraft(userId);
    const keep = (topic: string) => keepTopicDraft(userId, topic);
    if (suggested) {
      for (const [name, value] of Object.entries(suggested))
        setValue(name as keyof SuggestedDebate, value as string);
      keep(suggested.topic);
      // Removes the suggestion from the history entry. Otherwise, a reload would replace the user's
      // newer draft with it.
      void navigate(".", { replace: true, state: null });
    }
    // Text that the user entered before hydration is newer than the draft.
    else if (draft && getValues("topic") === "") {
      setValue("topic", draft);
      // From now on, the visitor's draft belongs to this user.
      keep(draft);
    }
    const subscription = watch(({ topic = "" }) => keep(topic));
    return () => subscription.unsubscribe();
  }, [userId, suggested, navigate, getValues, setValue, watch]);
};
