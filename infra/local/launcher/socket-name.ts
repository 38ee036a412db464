/** The system allows a local socket's name about 100 bytes. */
const LONGEST_BYTES = 100;

/** Whether a local socket may have this name. */
export const isSocketName = (name: string): boolean => Buffer.byteLength(name) <= LONGEST_BYTES;
