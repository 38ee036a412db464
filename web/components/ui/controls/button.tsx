import { defineRecipe } from "@chakra-ui/react/styled-system";
import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";

const buttonRecipe = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    flexShrink: 0,
    borderWidth: "1px",
    borderColor: "transparent",
    borderRadius: "control",
    fontWeight: 600,
    lineHeight: 1.2,
    textAlign: "center",
    userSelect: "none",
    transition: "background-color 120ms, border-color 120ms, transform 120ms",
    _active: { transform: "translateY(1px)" },
    _disabled: { opacity: 0.5, transform: "none" },
    "&[data-early]": { opacity: 1 },
  },
  variants: {
    variant: {
      solid: { bg: "ink", color: "canvas", _hover: { bg: "ink.88" } },
      outline: {
        bg: "panel",
        color: "ink",
        borderColor: "line",
        _hover: { borderColor: "edge", bg: "raised" },
        _pressed: { borderColor: "ink", bg: "raised" },
      },
      ghost: { color: "muted", _hover: { color: "ink", bg: "ink.8" } },
      danger: {
        color: "danger",
        borderColor: "line",
        bg: "panel",
        _hover: { bg: "dangerTint", borderColor: "danger" },
      },
      /* For a button that confirms a destructive action. */
      destroy: { bg: "danger", color: "canvas", _hover: { bg: "danger.88" } },
    },
    size: {
      md: { minH: "touch", px: "4", fontSize: "14" },
      lg: { minH: "3.25rem", px: "6", fontSize: "16" },
      icon: { boxSize: "touch", fontSize: "14", borderRadius: "pill" },
    },
  },
  defaultVariants: { variant: "outline", size: "md" },
});

const BaseButton = styled("button", buttonRecipe);

/** Click handler of a button that does nothing. Keeps a submit button from submitting its form. */
const preventPress = (event: MouseEvent) => event.preventDefault();

interface ButtonProps extends ComponentProps<typeof BaseButton> {
  /** Whether the button does nothing. Unlike a disabled button, it can have the focus. */
  isOff?: boolean;
  /**
   * Whether the action is running, during which the button does nothing. Buttons with this prop
   * ignore the second click of a double click.
   */
  isPending?: boolean;
}

/** A button; `type` defaults to "button". */
export const Button = ({ isOff, isPending, onClick, ...props }: ButtonProps) => {
  const doesNothing = isOff === true || isPending === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (doesNothing || (isPending !== undefined && event.detail > 1)) preventPress(event);
    else onClick?.(event);
  };
  return (
    <BaseButton
      type="button"
      {...props}
      onClick={press}
      {...(doesNothing && { "aria-disabled": true })}
    />
  );
};

export const ButtonLink = styled(Link, buttonRecipe);

/** A link that looks like a button, to a file or to a page outside the app. */
export const ButtonAnchor = styled("a", buttonRecipe);

export const COMPACT_BUTTON_STYLE = {
  flexGrow: { base: 1, sm: 0 },
  px: { base: "3", md: "4" },
  "& svg": { hideBelow: "sm" },
};
