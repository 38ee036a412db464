/** Text entered in either tab of the auth page. Passwords are not kept. */
export interface AuthFormDraft {
  username: string;
  email: string;
}

export const EMPTY_DRAFT: AuthFormDraft = { username: "", email: "" };

export interface AuthFormDraftProps {
  draft: AuthFormDraft;
  updateDraft: (update: (draft: AuthFormDraft) => AuthFormDraft) => void;
}

/** Field options that copy the input for the other tab. */
export const registerDraftField = (
  name: keyof AuthFormDraft,
  { updateDraft }: Pick<AuthFormDraftProps, "updateDraft">,
) => ({
  onChange: ({ target }: { target: { value: string } }) =>
    updateDraft((draft) => ({ ...draft, [name]: target.value })),
});
