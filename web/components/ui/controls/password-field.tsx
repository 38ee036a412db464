import { type ComponentProps, useState } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import { Field, Input } from "./field.tsx";
import { ScreenReaderText } from "../content/typography.tsx";

const InputFrame = styled("span", { base: { position: "relative", display: "block" } });

const VisibilityToggle = styled("button", {
  base: {
    position: "absolute",
    insetY: 0,
    insetEnd: 0,
    px: "3.5",
    fontSize: "14",
    fontWeight: 600,
    color: "muted",
    borderRadius: "control",
    _hover: { color: "ink" },
  },
});

type PasswordFieldProps = Omit<ComponentProps<typeof Input>, "type"> &
  Pick<ComponentProps<typeof Field>, "label" | "error" | "hint">;

/** Password input with a button that shows the password. Pasting and password managers work. */
export const PasswordField = ({ label, error, hint, ...input }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(entry) => (
        <InputFrame>
          <Input
            {...entry}
            {...input}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            css={{ pe: "4.25rem" }}
          />
          <VisibilityToggle type="button" onClick={() => setShown(!isShown)}>
            {isShown ? "Hide" : "Show"}
            <ScreenReaderText> password</ScreenReaderText>
          </VisibilityToggle>
        </InputFrame>
      )}
    </Field>
  );
};
