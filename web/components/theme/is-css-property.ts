/**
 * Whether the key of a style object can be a CSS property. The build uses it in place of the
 * package `@pandacss/is-valid-prop`, whose list of all properties is 3 KB long when compressed. It
 * also accepts a selector of one word, such as `html`. That does no harm, because Chakra then
 * treats the keys of the nested object the same way.
 */
export const isCssProperty = (key: string): boolean => /^(?:--.*|[a-zA-Z]+)$|[&@]/.test(key);
