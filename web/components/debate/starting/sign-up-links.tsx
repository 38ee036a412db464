import { ButtonLink } from "../../ui/controls/button.tsx";
import type { ReturnHash } from "#web/lib/auth/return-focus.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";

interface SignUpLinkProps {
  /** Hash on this page to which the user returns. Default: the current hash. */
  returnHash?: ReturnHash;
}

/** Link to the sign-up form. Afterwards the user returns to this page. */
export const SignUpLink = ({ returnHash }: SignUpLinkProps) => (
  <ButtonLink to={useAuthPageUrl()("register", returnHash)} variant="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** Link to the login form. Afterwards the user returns to this page. */
export const LoginLink = ({
  returnHash,
  children = "Login",
}: SignUpLinkProps & { children?: string }) => (
  <ButtonLink to={useAuthPageUrl()("login", returnHash)} size="lg">
    {children}
  </ButtonLink>
);

export const SignUpLinks = () => (
  <>
    <SignUpLink />
    <LoginLink />
  </>
);
