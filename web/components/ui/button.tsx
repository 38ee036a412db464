import { defineRecipe } from "@chakra-ui/react/styled-system";
import type { ComponentProps, MouseEvent } from "react";
import { Link } from "react-router-dom";
import { styled } from "../theme/styled.tsx";

const recipe = defineRecipe({
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
    look: {
      solid: { bg: "ink", color: "canvas", _hover: { bg: "ink/88" } },
      outline: {
        bg: "panel",
        color: "ink",
        borderColor: "line",
        _hover: { borderColor: "edge", bg: "raised" },
        _pressed: { borderColor: "ink", bg: "raised" },
      },
      ghost: { color: "muted", _hover: { color: "ink", bg: "ink/8" } },
      danger: {
        color: "danger",
        borderColor: "line",
        bg: "panel",
        _hover: { bg: "dangerTint", borderColor: "danger" },
      },
      /* The last word on what cannot be undone. */
      destroy: { bg: "danger", color: "canvas", _hover: { bg: "danger/88" } },
    },
    size: {
      md: { minH: "touch", px: "4", fontSize: "14" },
      lg: { minH: "3.25rem", px: "6", fontSize: "16" },
      icon: { boxSize: "touch", fontSize: "14", borderRadius: "pill" },
    },
  },
  defaultVariants: { look: "outline", size: "md" },
});

const Base = styled("button", recipe);

/** A press that does nothing, and submits nothing. */
const refuse = (event: MouseEvent) => event.preventDefault();

interface ButtonProps extends ComponentProps<typeof Base> {
  /** Does nothing for now: it works already, or there is nothing to do. It keeps the focus. */
  isOff?: boolean;
  /**
   * Whether what it does is under way: it is off then. Given at all, it is done once: a double click,
   * whose second may come before anything is drawn, is one wish.
   */
  isPending?: boolean;
}

/** The one button; `type` is given where it submits. */
export const Button = ({ isOff, isPending, onClick, ...props }: ButtonProps) => {
  const doesNothing = isOff === true || isPending === true;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (doesNothing || (isPending !== undefined && event.detail > 1)) refuse(event);
    else onClick?.(event);
  };
  return (
    <Base
      type="button"
      {...props}
      onClick={press}
      {...(doesNothing && { "aria-disabled": true })}
    />
  );
};

/** A link that looks like the button. */
export const ButtonLink = styled(Link, recipe);

/** The same for what is no page of the product: a file, or a page by itself. */
export const ButtonAnchor = styled("a", recipe);
