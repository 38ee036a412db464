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
    title: "Confirm your address",
    question: ({ username, email }) => `Is ${email} the address of your account ${username}?`,
    press: "Yes, confirm it",
    done: "Your address is confirmed",
    told: ({ email }) => `If you ever lose your password, we send a link to ${email}.`,
  },
  change_email: {
    title: "Use a new address",
    question: ({ username, email }) =>
      `The account ${username} is to have ${email} as its address.`,
    press: "Use this address",
    done: "Your address was changed",
    told: ({ email }) => `Mails go to ${email} from now on. We have told your old address.`,
  },
  undo_email: {
    title: "Take your account back",
    question: ({ username, email }) =>
      `The account ${username} gets ${email} back as its address, and everybody is signed out of it.`,
    press: "Take it back",
    done: "The account has its old address again",
    told: () => "Whoever changed it may know the password: choose a new one now.",
  },
  stop_debate_finished: {
    title: "No more of these mails",
    question: ({ username }) =>
      `No mail is to tell ${username} any more that a debate is finished. Other mails go on.`,
    press: "Send no more of them",
    done: "You get no more of these mails",
    told: () => "If you change your mind, turn them on again on the page of your account.",
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
      <PageTitle>This link does not work any more</PageTitle>
      <Muted>
        A link works once, and not for ever: it may have been used already, or be too old. Whatever
        it was for, you can have a new one sent.
      </Muted>
      <Row>
        {user ? (
          <ButtonLink to="/account" look="solid">
            To your account
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/auth?tab=forgot" look="solid">
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
      <PageTitle>Your new password is saved</PageTitle>
      <Muted>You were signed out everywhere. Sign in with it now.</Muted>
      <RemovedAccessNotice removed={done.removed} />
      <Row>
        <ButtonLink to="/auth?tab=login" look="solid">
          Login
        </ButtonLink>
      </Row>
    </>
  ) : (
    <>
      <PageTitle>Choose a new password</PageTitle>
      <Muted>For the account {link.username}. You will be signed out everywhere else.</Muted>
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
            <ButtonLink to="/auth?tab=forgot" look="solid">
              Choose a new password
            </ButtonLink>
          ) : (
            <ButtonLink to={user ? "/" : "/auth?tab=login"} look="solid">
              {user ? "To your debates" : "Login"}
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
        <Button look="solid" size="lg" isPending={use.isPending} onClick={() => use.mutate()}>
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
    mutate: look,
    data: link,
    error,
  } = useMutation({
    mutationFn: (asked: string) =>
      request<EmailLinkInfo>("POST", "/api/links/look", { body: { token: asked } }),
  });
  useEffect(() => {
    if (token !== undefined) look(token);
  }, [token, look]);
  if (token === undefined) return <Skeleton css={{ h: "2.75rem" }} />;
  if (isLinkExpired(error) || overToken === token) return <ExpiredLink />;
  if (error) return <ErrorNotice message={error.message} retry={() => look(token)} />;
  if (!link) return <Skeleton css={{ h: "2.75rem" }} aria-label="Looking at the link" />;
  const facts = { token, link, onOver: () => setOver(token) };
  if (link.kind === "sign_in")
    return <SignInByLink key={token} {...facts} secondStep={secondStep} />;
  return link.kind === "reset_password" ? (
    <ResetPassword key={token} {...facts} />
  ) : (
    <ApplyLink key={token} {...facts} words={LINK_TEXTS[link.kind]} />
  );
};
