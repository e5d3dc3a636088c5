declare const isRead: unique symbol;

/**
 * Wire address of a reading call. Only `read` (reads.ts) creates one, so a manifest cannot contain an address written
 * by hand.
 */
export type Read = string & { readonly [isRead]: true };
