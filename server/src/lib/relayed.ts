/** Whose request another machine of the installation passed on: this connection is the machine's, not the visitor's. */
export type Relayed = { address: string; isTls: boolean };

const relayed = new WeakMap<object, Relayed>();

/** Notes that a request came from another machine. Only for those whose certificate says that they are one. */
export const noteRelayed = (request: object, facts: Relayed): void => void relayed.set(request, facts);

/** What another machine said of a request that it passed on; undefined for one of a visitor. */
export const relayedBy = (request: object | undefined): Relayed | undefined => request && relayed.get(request);
