import { TriangleAlert } from "lucide-react";
import type { ComponentProps, FocusEvent } from "react";
import { usePasswordAdvice } from "#web/lib/forms/use-password-advice.ts";
import { styled } from "../theme/styled.tsx";
import { PasswordField } from "./password-field.tsx";

const Warning = styled("span", {
  base: {
    display: "flex",
    gap: "2",
    color: "pending",
    "& svg": { flexShrink: 0, mt: "3px" },
  },
});

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Whose it is to be, as far as the form knows. */
  names?: () => { username?: string; email?: string };
}

/** A password that is chosen: what others would guess soon is said, once it is written. */
export const NewPasswordField = ({ names, hint, onBlur, ...field }: NewPasswordFieldProps) => {
  const { warning, check } = usePasswordAdvice();
  const look = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    const { username, email } = names?.() ?? {};
    check({
      password: event.target.value,
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
    });
  };
  return (
    <PasswordField
      {...field}
      onBlur={look}
      autoComplete="new-password"
      hint={
        warning === undefined ? (
          hint
        ) : (
          <Warning role="status">
            <TriangleAlert size={14} />
            {warning}
          </Warning>
        )
      }
    />
  );
};
