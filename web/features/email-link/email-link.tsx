import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type {
  EmailLinkInfo,
  ResetPasswordResponse,
  ConsumedEmailLink,
} from "#shared/contract/accounts/email-links.ts";
import type { EmailLinkKind } from "#shared/domain/email.ts";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Muted, PageTitle, Row } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";
import { RemovedAccessNotice } from "./removed-access-notice.tsx";
import { SignInByLink } from "./sign-in-by-link.tsx";

interface LinkTexts {
  title: string;
  question: (link: EmailLinkInfo) => string;
  press: string;
  done: string;
  told: (link: EmailLinkInfo) => string;
}

const LINK_TEXTS: Record<Exclude<EmailLinkKind, "reset_password" | "sign_in">, LinkTexts> = {
  confirm_email: {
    title: "Verify your email",
    question: ({ username, email }) => `Is ${email} the email of your account ${username}?`,
    press: "Verify email",
    done: "Your email is verified",
    told: ({ email }) => `If you forget your password, we’ll send a link to ${email}.`,
  },
  change_email: {
    title: "Change your email",
    question: ({ username, email }) => `${email} becomes the email of your account ${username}.`,
    press: "Use this email",
    done: "Your email was changed",
    told: ({ email }) => `We now write to ${email}. We’ve also told your old address.`,
  },
  undo_email: {
    title: "Undo the email change",
    question: ({ username, email }) =>
      `${email} becomes the email of ${username} again. The account is signed out on all devices.`,
    press: "Undo the change",
    done: "Your old email is back",
    told: () => "Whoever changed it may know your password. Choose a new one now.",
  },
  stop_debate_finished: {
    title: "Unsubscribe",
    question: ({ username }) =>
      `${username} will no longer get emails about finished debates. Other emails continue.`,
    press: "Unsubscribe",
    done: "You’re unsubscribed",
    told: () => "You can turn these emails on again in your account.",
  },
};

const subscribeToHash = (tell: () => void) => {
  window.addEventListener("hashchange", tell);
  return () => window.removeEventListener("hashchange", tell);
};

/**
 * The token in the URL's hash, which is not sent to the server with the page. Undefined before
 * hydration.
 */
const useTokenFromHash = (): string | undefined =>
  useSyncExternalStore<string | undefined>(
    subscribeToHash,
    () => window.location.hash.slice(1),
    () => undefined,
  );

const isLinkExpired = (err: Error | null): boolean => err instanceof ApiError && err.isRefusal;

const ExpiredLink = () => {
  const { user } = useAuth();
  return (
    <>
      <PageTitle>This link no longer works</PageTitle>
      <Muted>This link has expired or was already used. You can request a new one.</Muted>
      <Row>
        {user ? (
          <ButtonLink to="/account" variant="solid">
            Go to your account
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/auth?tab=forgot" variant="solid">
              Choose a new password
            </ButtonLink>
            <ButtonLink to="/auth?tab=login">Login</ButtonLink>
          </>
        )}
      </Row>
    </>
  );
};

const ResetPassword = ({ token, link, onOver }: EmailLinkProps) => {
  const [done, setDone] = useState<Partial<ResetPasswordResponse>>();
  return done ? (
    <>
      <PageTitle>Your password was changed</PageTitle>
      <Muted>You were signed out on all devices. Sign in with your new password.</Muted>
      <RemovedAccessNotice removed={done.removed} />
      <Row>
        <ButtonLink to="/auth?tab=login" variant="solid">
          Login
        </ButtonLink>
      </Row>
    </>
  ) : (
    <>
      <PageTitle>Choose a new password</PageTitle>
      <Muted>For the account {link.username}. You’ll be signed out on all devices.</Muted>
      <ResetPasswordForm
        token={token}
        username={link.username}
        // The server's previous version answers without a body.
        onDone={(answer) => setDone(answer ?? {})}
        onOver={(err) => err instanceof ApiError && err.status === 404 && onOver()}
      />
    </>
  );
};

interface EmailLinkProps {
  token: string;
  link: EmailLinkInfo;
  onOver: () => void;
}

const ApplyLink = ({ token, link, words, onOver }: EmailLinkProps & { words: LinkTexts }) => {
  const client = useQueryClient();
  const { user } = useAuth();
  const use = useSingleMutation({
    mutationFn: () => request<ConsumedEmailLink>("POST", "/api/links/use", { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: userQuery.queryKey }),
    onError: (err) => isLinkExpired(err) && onOver(),
  });
  if (use.isSuccess)
    return (
      <>
        <PageTitle>{words.done}</PageTitle>
        <Muted>{words.told(link)}</Muted>
        <RemovedAccessNotice removed={use.data.removed} />
        <Row>
          {link.kind === "undo_email" ? (
            <ButtonLink to="/auth?tab=forgot" variant="solid">
              Choose a new password
            </ButtonLink>
          ) : (
            <ButtonLink to={user ? "/" : "/auth?tab=login"} variant="solid">
              {user ? "Go to your debates" : "Login"}
            </ButtonLink>
          )}
        </Row>
      </>
    );
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <Muted>{words.question(link)}</Muted>
      {use.error && <ErrorNotice message={use.error.message} />}
      <Row>
        <Button variant="solid" size="lg" isPending={use.isPending} onClick={() => use.mutate()}>
          {words.press}
        </Button>
      </Row>
    </>
  );
};

/** Shows what an email link does, and applies it on a click. Opening the page changes nothing. */
export const EmailLink = ({ secondStep }: { secondStep: (token: string) => ReactNode }) => {
  const token = useTokenFromHash();
  const [overToken, setOver] = useState<string>();
  const {
    mutate: loadLink,
    data: link,
    error,
  } = useMutation({
    mutationFn: (asked: string) =>
      request<EmailLinkInfo>("POST", "/api/links/look", { body: { token: asked } }),
  });
  useEffect(() => {
    if (token !== undefined) loadLink(token);
  }, [token, loadLink]);
  if (token === undefined) return <Skeleton css={{ h: "2.75rem" }} />;
  if (isLinkExpired(error) || overToken === token) return <ExpiredLink />;
  if (error) return <ErrorNotice message={error.message} retry={() => loadLink(token)} />;
  if (!link) return <Skeleton css={{ h: "2.75rem" }} aria-label="Checking the link" />;
  const facts = { token, link, onOver: () => setOver(token) };
  if (link.kind === "sign_in")
    return <SignInByLink key={token} {...facts} secondStep={secondStep} />;
  return link.kind === "reset_password" ? (
    <ResetPassword key={token} {...facts} />
  ) : (
    <ApplyLink key={token} {...facts} words={LINK_TEXTS[link.kind]} />
  );
};
