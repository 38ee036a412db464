import { type QueryClient, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import type { ConfirmIdentity } from "#shared/contract/account.ts";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { request } from "#web/lib/request.ts";
import { Button } from "../ui/button.tsx";
import { FieldColumn } from "../ui/field.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Row } from "../ui/text.tsx";

const { resolver, fetchRules } = lazyRules<ConfirmIdentity>(
  async () => (await import("#shared/contract/account.ts")).ConfirmIdentity,
);

interface AskPasswordProps {
  path: "/api/account/identity" | "/api/account/delete";
  look: "solid" | "destroy";
  pendingLabel: string;
  onDone: (client: QueryClient) => void;
  onCancel: () => void;
  /** Another way, where there is one. */
  other?: ReactNode;
  /** What its button says. */
  children: string;
}

/** In a dialog: the password once more, for what is not done without it. */
export const AskPassword = (props: AskPasswordProps) => {
  const { path, look, pendingLabel, onDone, onCancel, other, children } = props;
  const { user } = useAuth();
  const form = useForm<ConfirmIdentity>({ resolver, defaultValues: { password: "" } });
  const send = useMutation({
    mutationFn: (body: ConfirmIdentity) => request<undefined>("POST", path, { body }),
    onSuccess: (_nothing, _body, _result, { client }) => onDone(client),
    // Whatever it is: a toast would lie under the dialog.
    onError: ({ message }) => {
      form.setError("password", { message });
      form.setFocus("password");
    },
  });
  return (
    <FieldColumn
      noValidate
      method="post"
      onFocus={fetchRules}
      onSubmit={form.handleSubmit((body) => send.mutate(body))}
    >
      {/* For the password manager, which is to know whose it is. */}
      <input type="hidden" autoComplete="username" value={user?.username ?? ""} readOnly />
      <PasswordField
        {...form.register("password")}
        label="Your password"
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
      />
      <Row css={{ justifyContent: "flex-end" }}>
        {other}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} isPending={send.isPending}>
          {send.isPending ? pendingLabel : children}
        </Button>
      </Row>
    </FieldColumn>
  );
};
