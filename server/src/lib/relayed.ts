import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { HOP_BY_HOP } from './hop-by-hop.ts';

/** Of the visitor, between machines. From anybody else they count for nothing. */
export const VISITOR_HEADER = 'x-panel-visitor';
export const SCHEME_HEADER = 'x-panel-scheme';
/** A machine does not take what was passed on to it. */
export const REFUSED_HEADER = 'x-panel-relay';
/** Of a request that a machine makes for itself, such as a part of a move. From visitors it is never passed on. */
export const MACHINE_HEADER = 'x-panel-machine';
const OURS: ReadonlySet<string> = new Set([
  ...[VISITOR_HEADER, SCHEME_HEADER, REFUSED_HEADER, MACHINE_HEADER],
  ...['expect', 'host'],
]);

/** Whose request another machine of the installation passed on: this connection is the machine's, not the visitor's. */
export type Relayed = { address: string; isTls: boolean };

const relayed = new WeakMap<object, Relayed>();

/** Notes that a request came from another machine. Only for those whose certificate says that they are one. */
export const noteRelayed = (request: object, facts: Relayed): void => void relayed.set(request, facts);

/** What another machine said of a request that it passed on; undefined for one of a visitor. */
export const relayedBy = (request: object | undefined): Relayed | undefined => request && relayed.get(request);

/** A request to another machine. */
export type Ask = Relayed & {
  method: string | undefined;
  path: string | undefined;
  host: string;
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[];
  /** The machine asks for itself, not for a visitor. */
  isOwn?: true;
  /** For a request for a WebSocket: takes the connection over. */
  open?: (answer: IncomingMessage, connection: Duplex, first: Buffer) => void;
};

/** Headers as they came, without those of the connection, and without what only machines may say. */
export function carried(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !OURS.has(key) && !key.startsWith(':')) kept.push(name, rawHeaders[index + 1] ?? '');
  }
  return kept;
}
