import { ButtonLink } from "../ui/button.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

/** The way in for somebody new, who comes back to this page, or to a place of it. */
export const SignUpLink = ({ place }: { place?: string }) => (
  <ButtonLink to={useAuthAddress()("register", place)} look="solid" size="lg">
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
