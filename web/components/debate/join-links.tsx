import { ButtonLink } from "../ui/button.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

interface JoinLinkProps {
  /** Hash on this page to return to. Default: the current one. */
  place?: string;
}

/** Link to sign up and return to this page. */
export const SignUpLink = ({ place }: JoinLinkProps) => (
  <ButtonLink to={useAuthAddress()("register", place)} look="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** Link to log in and return to this page. */
export const LoginLink = ({ place, children = "Login" }: JoinLinkProps & { children?: string }) => (
  <ButtonLink to={useAuthAddress()("login", place)} size="lg">
    {children}
  </ButtonLink>
);

export const JoinLinks = () => (
  <>
    <SignUpLink />
    <LoginLink />
  </>
);
