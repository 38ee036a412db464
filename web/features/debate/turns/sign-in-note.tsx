import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { MarginNote } from "./margin-note.tsx";

/* As high as a thumb needs, without making its line higher. */
const Note = styled(MarginNote, {
  base: { "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" } },
});

/** Where the judge's notes stand for people with an account. */
export const SignInNote = () => (
  <Note data-note>
    The judge scores every turn. <Link to="/auth?tab=login">Sign in</Link> to read its notes.
  </Note>
);
