import type { ComponentProps } from "react";
import { InputField } from "#web/components/ui/controls/field.tsx";

type UsernameFieldProps = Omit<ComponentProps<typeof InputField>, "label" | "type">;

export const UsernameField = (props: UsernameFieldProps) => (
  <InputField {...props} label="Username" autoComplete="username" autoCapitalize="none" />
);
