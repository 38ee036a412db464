import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { MailLink, PasswordReset, UsedLink } from "#shared/contract/mail.ts";
import type { LinkKind } from "#shared/domain/mail.ts";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Muted, PageTitle, Row } from "#web/components/ui/text.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { useAuth, userQuery } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/request.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { PasswordForm } from "./password-form.tsx";
import { Removed } from "./removed.tsx";
import { SignIn } from "./sign-in.tsx";

interface Words {
  title: string;
  question: (link: MailLink) => string;
  press: string;
  done: string;
  told: (link: MailLink) => string;
}

const WORDS: Record<Exclude<LinkKind, "reset_password" | "sign_in">, Words> = {
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

const onHashChange = (tell: () => void) => {
  window.addEventListener("hashchange", tell);
  return () => window.removeEventListener("hashchange", tell);
};

/**
 * The token in the URL's hash, which is not sent to the server with the page. Undefined before
 * hydration.
 */
const useToken = (): string | undefined =>
  useSyncExternalStore<string | undefined>(
    onHashChange,
    () => window.location.hash.slice(1),
    () => undefined,
  );

const isOver = (err: Error | null): boolean => err instanceof ApiError && err.isRefusal;

const Over = () => {
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

const Reset = ({ token, link, onOver }: LinkProps) => {
  const [done, setDone] = useState<Partial<PasswordReset>>();
  return done ? (
    <>
      <PageTitle>Your new password is saved</PageTitle>
      <Muted>You were signed out everywhere. Sign in with it now.</Muted>
      <Removed removed={done.removed} />
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
      <PasswordForm
        token={token}
        username={link.username}
        // The server's previous version answers without a body.
        onDone={(answer) => setDone(answer ?? {})}
        onOver={(err) => err instanceof ApiError && err.status === 404 && onOver()}
      />
    </>
  );
};

interface LinkProps {
  token: string;
  link: MailLink;
  onOver: () => void;
}

const Apply = ({ token, link, words, onOver }: LinkProps & { words: Words }) => {
  const client = useQueryClient();
  const { user } = useAuth();
  const use = useSingleMutation({
    mutationFn: () => request<UsedLink>("POST", "/api/links/use", { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: userQuery.queryKey }),
    onError: (err) => isOver(err) && onOver(),
  });
  if (use.isSuccess)
    return (
      <>
        <PageTitle>{words.done}</PageTitle>
        <Muted>{words.told(link)}</Muted>
        <Removed removed={use.data.removed} />
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
      {use.error && <Trouble message={use.error.message} />}
      <Row>
        <Button look="solid" size="lg" isPending={use.isPending} onClick={() => use.mutate()}>
          {words.press}
        </Button>
      </Row>
    </>
  );
};

/** Shows what an email link does, and applies it on a click. Opening the page changes nothing. */
export const FollowLink = ({ secondStep }: { secondStep: (token: string) => ReactNode }) => {
  const token = useToken();
  const [overToken, setOver] = useState<string>();
  const {
    mutate: look,
    data: link,
    error,
  } = useMutation({
    mutationFn: (asked: string) =>
      request<MailLink>("POST", "/api/links/look", { body: { token: asked } }),
  });
  useEffect(() => {
    if (token !== undefined) look(token);
  }, [token, look]);
  if (token === undefined) return <Skeleton css={{ h: "2.75rem" }} />;
  if (isOver(error) || overToken === token) return <Over />;
  if (error) return <Trouble message={error.message} retry={() => look(token)} />;
  if (!link) return <Skeleton css={{ h: "2.75rem" }} aria-label="Looking at the link" />;
  const facts = { token, link, onOver: () => setOver(token) };
  if (link.kind === "sign_in") return <SignIn key={token} {...facts} secondStep={secondStep} />;
  return link.kind === "reset_password" ? (
    <Reset key={token} {...facts} />
  ) : (
    <Apply key={token} {...facts} words={WORDS[link.kind]} />
  );
};
