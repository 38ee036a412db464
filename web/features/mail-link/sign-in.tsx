import type { ReactNode } from "react";
import type { LinkSignIn, MailLink } from "#shared/contract/mail.ts";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Muted, PageTitle, Row } from "#web/components/ui/text.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { changeUser } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/request.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Removed } from "./removed.tsx";

interface SignInProps {
  token: string;
  link: MailLink;
  onOver: () => void;
  /** The form for the second factor, if the account has an authenticator app. */
  secondStep: (token: string) => ReactNode;
}

/** Signs in with an email link on a click. */
export const SignIn = ({ token, link, onOver, secondStep }: SignInProps) => {
  const signIn = useSingleMutation({
    mutationFn: () => request<LinkSignIn>("POST", "/api/login/link", { body: { token } }),
    onSuccess: (answer, _nothing, _result, { client }) => {
      if ("user" in answer) changeUser(client, answer.user);
    },
    onError: (err) => err instanceof ApiError && err.status === 404 && onOver(),
  });
  if (signIn.data && "secondStep" in signIn.data) return secondStep(signIn.data.secondStep);
  if (signIn.data)
    return (
      <>
        <PageTitle>You are signed in</PageTitle>
        <Muted>As {signIn.data.user.username}. We have told you about it by mail.</Muted>
        <Removed removed={signIn.data.removed} />
        <Row>
          <ButtonLink to="/" look="solid">
            To your debates
          </ButtonLink>
          <ButtonLink to="/account">To your account</ButtonLink>
        </Row>
      </>
    );
  return (
    <>
      <PageTitle>Sign in with your link</PageTitle>
      <Muted>This browser will be signed in to the account {link.username}.</Muted>
      {signIn.error && <Trouble message={signIn.error.message} />}
      <Row>
        <Button look="solid" size="lg" isPending={signIn.isPending} onClick={() => signIn.mutate()}>
          Sign in
        </Button>
      </Row>
    </>
  );
};
