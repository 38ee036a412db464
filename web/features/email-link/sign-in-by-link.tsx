import { type ReactNode, useState } from "react";
import type {
  EmailLinkSignInResponse,
  EmailLinkInfo,
} from "#shared/contract/accounts/email-links.ts";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Muted, PageTitle, Row } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { switchUser } from "#web/lib/auth/auth.tsx";
import { dropSignInLinkReturn, readSignInLinkReturn } from "#web/lib/auth/sign-in-link-return.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { RemovedAccessNotice } from "./removed-access-notice.tsx";

interface SignInByLinkProps {
  token: string;
  link: EmailLinkInfo;
  onExpired: () => void;
  /** The form for the second factor, if the account has an authenticator app. */
  secondStep: (token: string) => ReactNode;
}

/** Button that signs in with the token of an email's link. */
export const SignInByLink = ({ token, link, onExpired, secondStep }: SignInByLinkProps) => {
  const [returnPath] = useState(readSignInLinkReturn);
  const signIn = useSingleMutation({
    mutationFn: () =>
      request<EmailLinkSignInResponse>("POST", "/api/login/link", { body: { token } }),
    onSuccess: (response, _nothing, _result, { client }) => {
      if (!("user" in response)) return;
      dropSignInLinkReturn();
      switchUser(client, response.user);
    },
    onError: (err) => err instanceof ApiError && err.status === 404 && onExpired(),
  });
  if (signIn.data && "secondStep" in signIn.data) return secondStep(signIn.data.secondStep);
  if (signIn.data)
    return (
      <>
        <PageTitle>You are signed in</PageTitle>
        <Muted>As {signIn.data.user.username}. We’ve also sent you an email about it.</Muted>
        <RemovedAccessNotice removed={signIn.data.removed} />
        <Row>
          <ButtonLink to={returnPath} variant="solid">
            {returnPath === "/" ? "Go to your debates" : "Continue where you were"}
          </ButtonLink>
          <ButtonLink to="/account">Go to your account</ButtonLink>
        </Row>
      </>
    );
  return (
    <>
      <PageTitle>Sign in with your link</PageTitle>
      <Muted>This browser will be signed in to the account {link.username}.</Muted>
      {signIn.error && <ErrorNotice message={signIn.error.message} />}
      <Row>
        <Button
          variant="solid"
          size="lg"
          isPending={signIn.isPending}
          onClick={() => signIn.mutate()}
        >
          Sign in
        </Button>
      </Row>
    </>
  );
};
