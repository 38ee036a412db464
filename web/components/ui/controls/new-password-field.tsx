import { TriangleAlert } from "lucide-react";
import type { ComponentProps, FocusEvent } from "react";
import { usePasswordCheck } from "#web/lib/forms/use-password-check.ts";
import { styled } from "#web/components/theme/styled.tsx";
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
  /** Username and email entered so far. A password that contains one of them is weak. */
  names?: () => { username?: string; email?: string };
}

const RELEASE_EVENTS = ["pointerup", "pointercancel", "keyup"];

/** Calls `callback` when the pressed key or pointer is released. */
const afterRelease = (callback: () => void) => {
  const handleRelease = () => {
    for (const type of RELEASE_EVENTS) window.removeEventListener(type, handleRelease);
    callback();
  };
  for (const type of RELEASE_EVENTS) window.addEventListener(type, handleRelease);
};

/**
 * Input for a new password. Warns about common passwords when it loses the focus. If a press on a
 * button takes the focus, the warning appears only after the release. Otherwise the warning could
 * move the button during the press, and the click would be lost.
 */
export const NewPasswordField = ({ names, hint, onBlur, ...field }: NewPasswordFieldProps) => {
  const { warning, check } = usePasswordCheck();
  const checkOnBlur = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event);
    const { username, email } = names?.() ?? {};
    const body = {
      password: event.target.value,
      ...(username !== undefined && { username }),
      ...(email !== undefined && { email }),
    };
    afterRelease(() => check(body));
  };
  return (
    <PasswordField
      {...field}
      onBlur={checkOnBlur}
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
