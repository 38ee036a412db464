/** ILIKE pattern that matches the text literally at any position. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
