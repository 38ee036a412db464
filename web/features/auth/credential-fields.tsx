import type { ComponentProps } from "react";
import { InputField } from "#web/components/ui/field.tsx";

type FieldProps = Omit<ComponentProps<typeof InputField>, "label" | "type">;

export const UsernameField = (props: FieldProps) => (
  <InputField {...props} label="Username" autoComplete="username" autoCapitalize="none" />
);
