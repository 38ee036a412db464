const USABLE = /^[\w.-]{1,64}$/;

/** Whether this can name a request in a log: others may say who they are, and nothing else. */
export const isRequestId = (id: string): boolean => USABLE.test(id);
