import { ButtonLink } from "../ui/button.tsx";

/** The way in for somebody new. */
export const SignUpLink = () => (
  <ButtonLink to="/auth?tab=register" look="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** The way in for everybody, new or not. */
export const JoinLinks = () => (
  <>
    <SignUpLink />
    <ButtonLink to="/auth?tab=login" size="lg">
      Login
    </ButtonLink>
  </>
);
