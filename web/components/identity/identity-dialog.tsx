import { useEffect, useId, useRef } from "react";
import { useIdentityPrompt } from "#web/lib/auth/identity-prompt.ts";
import { Dialog } from "../ui/feedback/dialog.tsx";
import { Muted, SectionTitle } from "../ui/content/typography.tsx";
import { IdentityForm } from "./identity-form.tsx";

/** Asks the user on any page to confirm their identity if a request requires it. */
export const IdentityDialog = () => {
  const prompt = useIdentityPrompt((state) => state.pendingPrompt);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (prompt) dialog.current?.showModal();
    else dialog.current?.close();
    // Leaving the page counts as declining.
    return () => prompt?.answer(false);
  }, [prompt]);
  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={() => prompt?.answer(false)}>
      <SectionTitle id={id}>Confirm it’s you</SectionTitle>
      <Muted>You’ve been signed in for a while. Confirm it’s you to continue.</Muted>
      {prompt && (
        <IdentityForm
          variant="solid"
          pendingLabel="Confirming…"
          onConfirmed={() => prompt.answer(true)}
          onCancel={() => prompt.answer(false)}
        >
          Confirm
        </IdentityForm>
      )}
    </Dialog>
  );
};
