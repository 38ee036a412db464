import { type ComponentProps, type ReactNode, useId } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const inputRecipe = {
  base: {
    w: "100%",
    minH: "touch",
    px: "3.5",
    py: "2",
    bg: "canvas",
    borderWidth: "1px",
    borderColor: "edge",
    borderRadius: "control",
    fontSize: "16",
    transition: "border-color 120ms",
    _placeholder: { color: "muted" },
    /* `:where` has no specificity, so invalid fields stay red while hovered. */
    "@media (hover: hover)": { "&:where(:enabled:hover)": { borderColor: "muted" } },
    _focusVisible: { outlineOffset: "0px", borderColor: "focus" },
    _invalid: { borderColor: "danger", outlineColor: "danger" },
    _disabled: { opacity: 0.5, cursor: "not-allowed" },
  },
} as const;

export const Input = styled("input", inputRecipe);
export const TextArea = styled("textarea", inputRecipe);

const Frame = styled("div", { base: { display: "grid", gap: "1.5" } });
const Label = styled("label", { base: { fontSize: "14", fontWeight: 600 } });
const Hint = styled("p", { base: { fontSize: "13", color: "muted" } });
const ErrorText = styled("p", { base: { fontSize: "13", fontWeight: 500, color: "danger" } });

interface FieldProps {
  label: string;
  error: string | undefined;
  hint?: ReactNode;
  /** Renders the input, which must get these attributes. */
  children: (entry: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

export const Field = ({ label, error, hint, children }: FieldProps) => {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children({
        id,
        "aria-invalid": Boolean(error),
        "aria-describedby": describedBy || undefined,
      })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </Frame>
  );
};

interface InputFieldProps extends ComponentProps<typeof Input> {
  label: string;
  error: string | undefined;
}

export const InputField = ({ label, error, ...input }: InputFieldProps) => (
  <Field label={label} error={error}>
    {(entry) => <Input {...entry} {...input} />}
  </Field>
);

/**
 * Layout of a form. The form needs `noValidate`, because errors are shown at the fields. It also
 * needs `method="post"`, or submitting it before hydration would put its values into the URL.
 */
export const FormColumn = styled("form", { base: { display: "grid", gap: "5" } });
