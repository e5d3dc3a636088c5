import { addressOf } from '../config/config.ts';
import { servesPanel } from '../config/tls.ts';
import type { AppContext } from '../context/app-context.ts';
import type { PanelContext } from '../context/env.ts';
import { requestedHost } from '../context/host.ts';
import { forwardedTls, type TrustedPeers } from '../lib/client-address.ts';
import { relayedBy } from '../lib/relayed.ts';
import { CHALLENGES } from '../modules/certificate/challenge.page.ts';
import { hasPanelCertificate } from '../modules/certificate/panel-host.repo.ts';
import { FILE } from './request-meter.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'authority' | 'clock'>;

/**
 * Where a request that came without encryption has to go, or null. Only while the host of the panel has a valid certificate,
 * and this process itself serves the panel by HTTPS, so that a failed order locks nobody out.
 */
export function createWayToHttps(app: Deps, trusted: TrustedPeers): (c: PanelContext) => Promise<string | null> {
  const { config } = app;
  if (!servesPanel(config) || !config.roles.includes('edge')) return async () => null;
  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return null;
    // A page that was opened before keeps its files: modules are refused from another origin.
    if (c.req.path.startsWith(CHALLENGES) || FILE.test(c.req.path)) return null;
    // The machine that got it has looked already.
    if (relayedBy(c.env?.incoming)) return null;
    const socket = c.env?.incoming?.socket;
    if (socket && 'encrypted' in socket) return null;
    if (forwardedTls(socket?.remoteAddress, c.req.header('x-forwarded-proto'), trusted)) return null;
    const host = requestedHost(c);
    // Without its database a panel still serves files.
    if (!host || !(await hasPanelCertificate(app, host).catch(() => false))) return null;
    const { pathname, search } = new URL(c.req.url);
    return `${addressOf(config, host)}${pathname}${search}`;
  };
}
