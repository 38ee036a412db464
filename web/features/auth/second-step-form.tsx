import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { User } from "#shared/contract/account.ts";
import type { SecondStep } from "#shared/contract/sign-in-methods.ts";
import { Button } from "#web/components/ui/button.tsx";
import { FieldColumn, InputField } from "#web/components/ui/field.tsx";
import { SubmitButton } from "#web/components/ui/submit-button.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { welcome } from "./welcome.ts";

const { resolver, fetchRules } = lazyRules<SecondStep>(
  async () => (await import("#shared/contract/sign-in-methods.ts")).SecondStep,
);

/** Asks for the second factor after a correct password. */
export const SecondStepForm = ({ token, onBack }: { token: string; onBack: () => void }) => {
  const form = useForm<SecondStep>({ resolver, defaultValues: { token, code: "" } });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  const finish = useSingleMutation({
    mutationFn: (body: SecondStep) => request<User>("POST", "/api/login/second-step", { body }),
    onSuccess: (user, _body, _result, { client }) => welcome(client, user),
    onError: (err) => {
      toast({ title: "Login failed", description: err.message, tone: "danger" });
      if (err instanceof ApiError && err.status === 401) return onBack();
      return showServerErrors(form, ["code"], err);
    },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => finish.mutate(body))}
    >
      <SectionTitle>One more step</SectionTitle>
      <Muted>
        Enter the six digits that your authenticator app shows now, or one of your recovery codes.
      </Muted>
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
      <Button look="ghost" onClick={onBack}>
        Back to login
      </Button>
    </FieldColumn>
  );
};
