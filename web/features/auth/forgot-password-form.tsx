import { useForm } from "react-hook-form";
import type { EmailLinkRequest } from "#shared/contract/accounts/account.ts";
import { FormColumn, InputField } from "#web/components/ui/controls/field.tsx";
import { FakeMailboxNotice } from "#web/components/ui/feedback/fake-mailbox-notice.tsx";
import { EmailDisabledNote } from "#web/components/ui/feedback/email-disabled-note.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

const { resolver, fetchRules } = createLazyResolver<EmailLinkRequest>(
  async () => (await import("#shared/contract/accounts/account.ts")).EmailLinkRequest,
);

const Frame = styled("div", { base: { display: "grid", gap: "5" } });

/** The same text for every username, so that it does not reveal which accounts exist. */
const ResetLinkSentNote = () => (
  <Frame role="status">
    <SectionTitle>Check your inbox</SectionTitle>
    <Muted>
      If the account exists, we’ve sent a link to its email. It works once, for an hour. Nothing?
      Check spam, and check the username.
    </Muted>
    <FakeMailboxNotice />
  </Frame>
);

export const ForgotPasswordForm = () => {
  const config = useConfig();
  const sendLink = useSingleMutation({
    mutationFn: (body: EmailLinkRequest) =>
      request<undefined>("POST", "/api/password/forgot", { body }),
    onError: showErrorToast,
  });
  const { register, handleSubmit, formState } = useForm<EmailLinkRequest>({
    resolver,
    defaultValues: { username: "" },
  });
  if (sendLink.isSuccess) return <ResetLinkSentNote />;
  return (
    <Frame>
      <SectionTitle>Forgot your password?</SectionTitle>
      {config?.mail === false ? (
        <EmailDisabledNote subject="Forgotten password" />
      ) : (
        <FormColumn
          noValidate
          method="post"
          onFocus={fetchRules}
          onSubmit={handleSubmit((body) => sendLink.mutate(body))}
        >
          <Muted>We’ll email you a link to choose a new one.</Muted>
          <InputField
            {...register("username")}
            label="Username or email"
            error={formState.errors.username?.message}
            autoComplete="username"
            autoCapitalize="none"
          />
          <SubmitButton isPending={sendLink.isPending} pendingLabel="Sending…">
            Send me a link
          </SubmitButton>
        </FormColumn>
      )}
    </Frame>
  );
};
