import type {
  RecipeDefinition,
  RecipeVariantRecord,
  SystemStyleObject,
} from "@chakra-ui/react/styled-system";
import { serializeStyles, type SerializedStyles } from "@emotion/serialize";
import type { ComponentProps, ElementType, FunctionComponent } from "react";
import { useInsertedStyle } from "./style-cache.ts";
import { getDesignSystem } from "./system.ts";

type VariantValue<Name> = Name extends "true" | "false" ? boolean : Name;

type VariantSelection<Variants> = {
  [Variant in keyof Variants]?: VariantValue<keyof Variants[Variant]>;
};

type StyledProps<Tag extends ElementType, Selected = unknown> = Omit<
  ComponentProps<Tag>,
  keyof Selected | "css" | "className"
> &
  Selected & {
    /**
     * Style of this element only. A recipe is faster, because its styles are resolved only once.
     */
    css?: SystemStyleObject;
  };

interface StyleDefinition {
  tag: ElementType;
  /** Later recipes override earlier ones. */
  recipes: readonly RecipeDefinition[];
}

/** Tag and recipes of each styled component, for components that are based on it. */
const definitions = new Map<ElementType, StyleDefinition>();

/**
 * A style whose name is a hash of its definition. Its CSS is computed only when it must be
 * inserted. That is never the case if the server's stylesheet contains the style.
 */
const createStyle = (
  recipes: readonly RecipeDefinition[],
  selection: Record<string, unknown>,
  css: SystemStyleObject | undefined,
): SerializedStyles => ({
  name: `s${serializeStyles([JSON.stringify([recipes, selection, css])]).name}`,
  get styles() {
    const engine = getDesignSystem();
    const resolved = recipes.map((recipe) => engine.css(engine.cva(recipe)(selection)));
    return serializeStyles([resolved, css && engine.css(css)]).styles;
  },
});

/**
 * Creates a component from a tag or a styled component and a recipe. Chakra's own factory resolves
 * recipes on each render; this one resolves each combination of variants once, and only if the
 * server's stylesheet lacks it.
 */
export function styled<Tag extends ElementType>(
  tag: Tag,
  recipe: { base: SystemStyleObject },
): FunctionComponent<StyledProps<Tag>>;
export function styled<Tag extends ElementType, Variants extends RecipeVariantRecord>(
  tag: Tag,
  recipe: RecipeDefinition<Variants>,
): FunctionComponent<StyledProps<Tag, VariantSelection<Variants>>>;
export function styled(base: ElementType, recipe: RecipeDefinition) {
  const { tag: Tag, recipes: before } = definitions.get(base) ?? { tag: base, recipes: [] };
  const recipes = [...before, recipe];
  const variants = recipes.flatMap((each) => Object.keys(each.variants ?? {}));
  const cache = new Map<string, SerializedStyles>();

  const Styled = ({ css, ...props }: { css?: SystemStyleObject; [prop: string]: unknown }) => {
    const selection = Object.fromEntries(variants.map((variant) => [variant, props[variant]]));
    const key = Object.values(selection).join() + (css ? JSON.stringify(css) : "");
    const style = cache.get(key) ?? createStyle(recipes, selection, css);
    cache.set(key, style);
    useInsertedStyle(`.${style.name}`, style);
    for (const variant of variants) delete props[variant];
    return <Tag {...props} className={style.name} />;
  };
  definitions.set(Styled, { tag: Tag, recipes });
  return Styled;
}
