/** The text as an ILIKE pattern that matches it literally, anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
