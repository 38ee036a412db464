/** ILIKE pattern that matches the text literally at any position. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
