const REQUEST_ID_PATTERN = /^[\w.-]{1,64}$/;

/** Whether a client's request id may be used: short and without special characters. */
export const isValidRequestId = (id: string): boolean => REQUEST_ID_PATTERN.test(id);
