const USABLE = /^[\w.-]{1,64}$/;

/** Whether a client's request id may be used: short and without special characters. */
export const isRequestId = (id: string): boolean => USABLE.test(id);
