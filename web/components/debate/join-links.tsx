import { ButtonLink } from "../ui/button.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

/** The way in for somebody new. */
export const SignUpLink = () => (
  <ButtonLink to={useAuthAddress()("register")} look="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** The way in for everybody, new or not. */
export const JoinLinks = () => (
  <>
    <SignUpLink />
    <ButtonLink to={useAuthAddress()("login")} size="lg">
      Login
    </ButtonLink>
  </>
);
