import { useForm } from "react-hook-form";
import type { AskForLink } from "#shared/contract/account.ts";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { MailboxNotice } from "#web/components/ui/mailbox-notice.tsx";
import { NoMail } from "#web/components/ui/no-mail.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

const { resolver, fetchRules } = lazyRules<AskForLink>(
  async () => (await import("#shared/contract/account.ts")).AskForLink,
);

const Frame = styled("div", { base: { display: "grid", gap: "5" } });

/** The same answer for every name, so that it does not reveal which accounts exist. */
const Sent = () => (
  <Frame role="status">
    <SectionTitle>Look into your mail</SectionTitle>
    <Muted>
      If there is such an account, we have sent a link to its e-mail address. It works once, for an
      hour. Nothing there? Look among the spam, and whether the name was right.
    </Muted>
    <MailboxNotice />
  </Frame>
);

/** Requests a password reset link by email. */
export const ForgotForm = () => {
  const config = useConfig();
  const ask = useSingleMutation({
    mutationFn: (body: AskForLink) => request<undefined>("POST", "/api/password/forgot", { body }),
    onError: toastError,
  });
  const { register, handleSubmit, formState } = useForm<AskForLink>({
    resolver,
    defaultValues: { username: "" },
  });
  if (ask.isSuccess) return <Sent />;
  return (
    <Frame>
      <SectionTitle>Forgot your password?</SectionTitle>
      {config?.mail === false ? (
        <NoMail subject="Forgotten password" />
      ) : (
        <FieldColumn
          noValidate
          method="post"
          onFocus={fetchRules}
          onSubmit={handleSubmit((body) => ask.mutate(body))}
        >
          <Muted>Tell us who you are, and we send you a link to choose a new one.</Muted>
          <InputField
            {...register("username")}
            label="Username or email"
            error={formState.errors.username?.message}
            autoComplete="username"
            autoCapitalize="none"
          />
          <SubmitButton isPending={ask.isPending} pendingLabel="Sending…">
            Send me a link
          </SubmitButton>
        </FieldColumn>
      )}
    </Frame>
  );
};
