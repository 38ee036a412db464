/** Text entered in either tab of the auth page. Passwords are not kept. */
export interface AuthFormDraft {
  username: string;
  email: string;
}

export const EMPTY_DRAFT: AuthFormDraft = { username: "", email: "" };

export interface AuthFormDraftProps {
  typed: AuthFormDraft;
  onType: (update: (typed: AuthFormDraft) => AuthFormDraft) => void;
}

/** Field options that copy the input for the other tab. */
export const registerDraftField = (
  name: keyof AuthFormDraft,
  { onType }: Pick<AuthFormDraftProps, "onType">,
) => ({
  onChange: ({ target }: { target: { value: string } }) =>
    onType((typed) => ({ ...typed, [name]: target.value })),
});
