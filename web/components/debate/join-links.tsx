import { ButtonLink } from "../ui/button.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

interface JoinLinkProps {
  /** The place on this page to return to, as an anchor; by default the one in the address. */
  place?: string;
}

/** To registration, and back to this page. */
export const SignUpLink = ({ place }: JoinLinkProps) => (
  <ButtonLink to={useAuthAddress()("register", place)} look="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** To sign-in, and back to this page. */
export const LoginLink = ({ place, children = "Login" }: JoinLinkProps & { children?: string }) => (
  <ButtonLink to={useAuthAddress()("login", place)} size="lg">
    {children}
  </ButtonLink>
);

/** For visitors with and without an account. */
export const JoinLinks = () => (
  <>
    <SignUpLink />
    <LoginLink />
  </>
);
