/** Text entered in either tab of the auth page. Passwords are not kept. */
export interface TypedNames {
  username: string;
  email: string;
}

export const NOTHING_TYPED: TypedNames = { username: "", email: "" };

export interface TypedNamesProps {
  typed: TypedNames;
  onType: (update: (typed: TypedNames) => TypedNames) => void;
}

/** Field options that copy the input for the other tab. */
export const kept = (name: keyof TypedNames, { onType }: Pick<TypedNamesProps, "onType">) => ({
  onChange: ({ target }: { target: { value: string } }) =>
    onType((typed) => ({ ...typed, [name]: target.value })),
});
