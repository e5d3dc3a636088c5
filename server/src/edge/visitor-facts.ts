import type { IncomingMessage } from 'node:http';
import { clientAddress, forwardedTls, type TrustedPeers } from '../lib/client-address.ts';
import { relayedBy } from '../lib/relayed.ts';

/** Who a visitor is, as this machine, its proxies, or the machine that was asked say. */
export type VisitorFacts = {
  addressOf(req: IncomingMessage): string;
  /** Whether the visitor's own connection is encrypted, as far as is known. */
  isTls(req: IncomingMessage): boolean;
  /** The same for sites: a proxy that says nothing may have ended the encryption. */
  protocolOf(req: IncomingMessage): 'http' | 'https';
};

export function createVisitorFacts(
  trusted: TrustedPeers = () => false,
  publicProtocol: 'http' | 'https' = 'http',
): VisitorFacts {
  const isTls = (req: IncomingMessage): boolean =>
    relayedBy(req)?.isTls ??
    ('encrypted' in req.socket ||
      forwardedTls(req.socket.remoteAddress, req.headers['x-forwarded-proto']?.toString(), trusted));
  return {
    addressOf: (req) =>
      relayedBy(req)?.address ??
      clientAddress(req.socket.remoteAddress, req.headers['x-forwarded-for']?.toString(), trusted),
    isTls,
    protocolOf: (req) => (isTls(req) ? 'https' : publicProtocol),
  };
}
