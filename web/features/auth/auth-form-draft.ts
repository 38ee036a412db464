/** Text that users keep when they switch between login and registration. Contains no passwords. */
export interface AuthFormDraft {
  username: string;
  email: string;
}

export const EMPTY_DRAFT: AuthFormDraft = { username: "", email: "" };

export interface AuthFormDraftProps {
  draft: AuthFormDraft;
  updateDraft: (update: (draft: AuthFormDraft) => AuthFormDraft) => void;
}

/** Options of `register` that copy a field's input into the draft. */
export const registerDraftField = (
  name: keyof AuthFormDraft,
  { updateDraft }: Pick<AuthFormDraftProps, "updateDraft">,
) => ({
  onChange: ({ target }: { target: { value: string } }) =>
    updateDraft((draft) => ({ ...draft, [name]: target.value })),
});
