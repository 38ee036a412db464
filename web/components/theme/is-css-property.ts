/**
 * Whether the key of a style object can be a CSS property. The build uses it in place of the package
 * `@pandacss/is-valid-prop`, whose list of all properties is 3 KB long when compressed. It takes a
 * selector of one word, such as `html`, for a property. That changes nothing, because Chakra also
 * looks at the keys below.
 */
export const isCssProperty = (key: string): boolean => /^(?:--.*|[a-zA-Z]+)$|[&@]/.test(key);
