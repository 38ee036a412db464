/** Operating systems limit a Unix socket's path to about 100 bytes. */
const LONGEST_BYTES = 100;

export const isSocketName = (name: string): boolean => Buffer.byteLength(name) <= LONGEST_BYTES;
