import { ButtonLink } from "../ui/controls/button.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";

interface SignUpLinkProps {
  /** Hash on this page to return to. Default: the current one. */
  place?: string;
}

/** Link to sign up and return to this page. */
export const SignUpLink = ({ place }: SignUpLinkProps) => (
  <ButtonLink to={useAuthPageUrl()("register", place)} variant="solid" size="lg">
    Sign up
  </ButtonLink>
);

/** Link to log in and return to this page. */
export const LoginLink = ({
  place,
  children = "Login",
}: SignUpLinkProps & { children?: string }) => (
  <ButtonLink to={useAuthPageUrl()("login", place)} size="lg">
    {children}
  </ButtonLink>
);

export const SignUpLinks = () => (
  <>
    <SignUpLink />
    <LoginLink />
  </>
);
