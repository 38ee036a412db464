import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";

const Note = styled("p", {
  base: {
    fontSize: "14",
    color: "muted",
    ps: { base: "4", lg: "0" },
    "& a": { my: "-3", py: "3", color: "ink", textDecoration: "underline" },
  },
});

/** Where the judge's notes stand for people with an account. */
export const SignInNote = () => (
  <Note data-note>
    The judge scores every turn. <Link to="/auth?tab=login">Sign in</Link> to read its notes.
  </Note>
);
