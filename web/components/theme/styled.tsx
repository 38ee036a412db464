import type { RecipeDefinition, RecipeVariantRecord, SystemStyleObject } from "@chakra-ui/react";
import { css as serialize, jsx, type SerializedStyles } from "@emotion/react";
import type { ComponentProps, ElementType, FunctionComponent } from "react";
import { system } from "./system.ts";

type Value<Name> = Name extends "true" | "false" ? boolean : Name;

type Selection<Variants> = { [Variant in keyof Variants]?: Value<keyof Variants[Variant]> };

type StyledProps<Tag extends ElementType, Selected = unknown> = Omit<
  ComponentProps<Tag>,
  keyof Selected | "css"
> &
  Selected & {
    /** For what only this one element has; a recipe costs less. */
    css?: SystemStyleObject;
  };

/**
 * A tag with a recipe of the design system. Chakra's own factory resolves recipes at each render of
 * each element, which was half of the time a page took to render; here every combination of
 * variants is resolved once.
 */
export function styled<Tag extends ElementType>(
  tag: Tag,
  recipe: { base: SystemStyleObject },
): FunctionComponent<StyledProps<Tag>>;
export function styled<Tag extends ElementType, Variants extends RecipeVariantRecord>(
  tag: Tag,
  recipe: RecipeDefinition<Variants>,
): FunctionComponent<StyledProps<Tag, Selection<Variants>>>;
export function styled(tag: ElementType, recipe: RecipeDefinition) {
  const variants = Object.keys(recipe.variants ?? {});
  const resolve = system.cva(recipe);
  const resolved = new Map<string, SerializedStyles>();

  return function Styled({ css, ...props }: { css?: SystemStyleObject; [prop: string]: unknown }) {
    const selection = Object.fromEntries(variants.map((variant) => [variant, props[variant]]));
    const key = Object.values(selection).join();
    const styles = resolved.get(key) ?? serialize(system.css(resolve(selection)));
    resolved.set(key, styles);
    for (const variant of variants) delete props[variant];
    return jsx(tag, { ...props, css: css ? [styles, system.css(css)] : styles });
  };
}
