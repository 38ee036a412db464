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
  buttonLabel: string;
  doneTitle: string;
  describeDone: (link: EmailLinkInfo) => string;
}

const LINK_TEXTS: Record<Exclude<EmailLinkKind, "reset_password" | "sign_in">, LinkTexts> = {
  confirm_email: {
    title: "Verify your email",
    question: ({ username, email }) => `Is ${email} the email of your account ${username}?`,
    buttonLabel: "Verify email",
    doneTitle: "Your email is verified",
    describeDone: ({ email }) => `If you forget your password, we’ll send a link to ${email}.`,
  },
  change_email: {
    title: "Change your email",
    question: ({ username, email }) => `${email} becomes the email of your account ${username}.`,
    buttonLabel: "Use this email",
    doneTitle: "Your email was changed",
    describeDone: ({ email }) =>
      `We now write to ${email}. We’ve also sent an email to your old address.`,
  },
  undo_email: {
    title: "Undo the email change",
    question: ({ username, email }) =>
      `${email} becomes the email of ${username} again. The account is signed out on all devices.`,
    buttonLabel: "Undo the change",
    doneTitle: "Your old email is back",
    describeDone: () => "Whoever changed it may know your password. Choose a new one now.",
  },
  stop_debate_finished: {
    title: "Unsubscribe",
    question: ({ username }) =>
      `${username} will no longer get emails about finished debates. Other emails continue.`,
    buttonLabel: "Unsubscribe",
    doneTitle: "You’re unsubscribed",
    describeDone: () => "You can turn these emails on again in your account.",
  },
};

const subscribeToHash = (onChange: () => void) => {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
};

/**
 * The token in the URL's hash. Browsers do not send the hash to the server. Undefined before
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

const ResetPassword = ({ token, link, onExpired }: EmailLinkProps) => {
  const [doneTitle, setDone] = useState<Partial<ResetPasswordResponse>>();
  return doneTitle ? (
    <>
      <PageTitle>Your password was changed</PageTitle>
      <Muted>You were signed out on all devices. Sign in with your new password.</Muted>
      <RemovedAccessNotice removed={doneTitle.removed} />
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
        // Servers of the previous version respond without a body.
        onDone={(response) => setDone(response ?? {})}
        onError={(err) => err instanceof ApiError && err.status === 404 && onExpired()}
      />
    </>
  );
};

interface EmailLinkProps {
  token: string;
  link: EmailLinkInfo;
  onExpired: () => void;
}

const ApplyLink = ({ token, link, texts, onExpired }: EmailLinkProps & { texts: LinkTexts }) => {
  const client = useQueryClient();
  const { user } = useAuth();
  const use = useSingleMutation({
    mutationFn: () => request<ConsumedEmailLink>("POST", "/api/links/use", { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: userQuery.queryKey }),
    onError: (err) => isLinkExpired(err) && onExpired(),
  });
  if (use.isSuccess)
    return (
      <>
        <PageTitle>{texts.doneTitle}</PageTitle>
        <Muted>{texts.describeDone(link)}</Muted>
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
      <PageTitle>{texts.title}</PageTitle>
      <Muted>{texts.question(link)}</Muted>
      {use.error && <ErrorNotice message={use.error.message} />}
      <Row>
        <Button variant="solid" size="lg" isPending={use.isPending} onClick={() => use.mutate()}>
          {texts.buttonLabel}
        </Button>
      </Row>
    </>
  );
};

/** Says what an email's link does, and does it on a click. Opening the page changes nothing. */
export const EmailLink = ({ secondStep }: { secondStep: (token: string) => ReactNode }) => {
  const token = useTokenFromHash();
  const [expiredToken, setExpiredToken] = useState<string>();
  const {
    mutate: loadLink,
    data: link,
    error,
  } = useMutation({
    mutationFn: (linkToken: string) =>
      request<EmailLinkInfo>("POST", "/api/links/look", { body: { token: linkToken } }),
  });
  useEffect(() => {
    if (token !== undefined) loadLink(token);
  }, [token, loadLink]);
  if (token === undefined) return <Skeleton css={{ h: "2.75rem" }} />;
  if (isLinkExpired(error) || expiredToken === token) return <ExpiredLink />;
  if (error) return <ErrorNotice message={error.message} retry={() => loadLink(token)} />;
  if (!link) return <Skeleton css={{ h: "2.75rem" }} aria-label="Checking the link" />;
  const linkProps = { token, link, onExpired: () => setExpiredToken(token) };
  if (link.kind === "sign_in")
    return <SignInByLink key={token} {...linkProps} secondStep={secondStep} />;
  return link.kind === "reset_password" ? (
    <ResetPassword key={token} {...linkProps} />
  ) : (
    <ApplyLink key={token} {...linkProps} texts={LINK_TEXTS[link.kind]} />
  );
};
