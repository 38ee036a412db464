import type { FormEvent, ReactNode } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const Form = styled("form", { base: { display: "grid", gap: "5" } });

interface AuthFormProps {
  onSubmit: (event: FormEvent) => Promise<void>;
  children: ReactNode;
}

/** A column of fields whose errors we word ourselves, beside them. */
export const AuthForm = ({ onSubmit, children }: AuthFormProps) => (
  <Form noValidate onSubmit={(event: FormEvent) => void onSubmit(event)}>
    {children}
  </Form>
);
