import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { User } from "#shared/contract/accounts/account.ts";
import type { SecondFactorRequest } from "#shared/contract/accounts/sign-in-methods.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { FormColumn, InputField } from "#web/components/ui/controls/field.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { ApiError } from "#web/lib/api/api-error.ts";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { completeSignIn } from "./complete-sign-in.ts";

const { resolver, fetchRules } = createLazyResolver<SecondFactorRequest>(
  async () => (await import("#shared/contract/accounts/sign-in-methods.ts")).SecondFactorRequest,
);

interface SecondStepFormProps {
  token: string;
  onBack: () => void;
  onDone?: () => void;
}

/** Asks for the second factor after a correct password or link. */
export const SecondStepForm = ({ token, onBack, onDone }: SecondStepFormProps) => {
  const form = useForm<SecondFactorRequest>({ resolver, defaultValues: { token, code: "" } });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  const finish = useSingleMutation({
    mutationFn: (body: SecondFactorRequest) =>
      request<User>("POST", "/api/login/second-step", { body }),
    onSuccess: (user, _body, _result, { client }) => {
      completeSignIn(client, user);
      onDone?.();
    },
    onError: (err) => {
      showToast({ title: "Login failed", description: err.message, tone: "danger" });
      if (err instanceof ApiError && err.status === 401) return onBack();
      return showServerErrors(form, ["code"], err);
    },
  });
  return (
    <FormColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => finish.mutate(body))}
    >
      <SectionTitle>One more step</SectionTitle>
      <Muted>Enter the six digits from your authenticator app, or a recovery code.</Muted>
      <InputField
        {...form.register("code")}
        label="Code"
        error={form.formState.errors.code?.message}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SubmitButton isPending={finish.isPending} pendingLabel="Checking…">
        Continue
      </SubmitButton>
      <PasskeyButton />
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </FormColumn>
  );
};
