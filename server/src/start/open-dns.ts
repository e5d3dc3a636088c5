import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { BindError } from '../lib/bind-all.ts';
import type { Logger } from '../kernel/clock-and-log.ts';

type Deps = { config: Config; db: Database; log: Logger; secretKey: Buffer };

export type OpenDns = {
  /** Of UDP and TCP; null when this process answers no questions. */
  port: number | null;
  invalidate(host: string): void;
  close(): Promise<void>;
};

const NONE: OpenDns = { port: null, invalidate: () => undefined, close: async () => undefined };

/** Starts the authoritative DNS server where this process serves sites. A port that is taken costs only DNS. */
export async function openDns({ config, db, log, secretKey }: Deps): Promise<OpenDns> {
  const { dnsPort: port, hosts } = config;
  if (port === null || !config.roles.includes('edge')) return NONE;
  const { startDnsServer } = await import('../dns/dns-server.ts');
  const { createZoneSource } = await import('../modules/dns/zone-source.ts');
  try {
    const source = createZoneSource(db, config);
    const server = await startDnsServer({ hosts, port, source, log, key: secretKey });
    return { port: server.port, invalidate: source.invalidate, close: server.close };
  } catch (error) {
    if (!(error instanceof BindError)) throw error;
    log.warn({ err: error }, `DNS is not available: port ${port} cannot be opened. Choose another DNS_PORT.`);
    return NONE;
  }
}
