declare const isRead: unique symbol;

/** Wire address of a call that reads. Only `read` (reads.ts) makes one, so a manifest cannot name an address by hand. */
export type Read = string & { readonly [isRead]: true };
