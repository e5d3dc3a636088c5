import { servesPanel } from '../config/tls.ts';
import { trustedPeers } from '../lib/client-address.ts';
import type { Handler } from '../listen/http-server.ts';
import { BindError } from '../lib/bind-all.ts';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import type { AppContext } from '../context/app-context.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'secrets' | 'clock' | 'log'> & {
  authority: CertificateAuthority;
};

export type OpenTls = {
  /** Null when this process serves no HTTPS. */
  port: number | null;
  /** Forgets what is known about the certificate of a host name. */
  invalidate(host: string): void;
  close(): Promise<void>;
};

const NONE: OpenTls = { port: null, invalidate: () => undefined, close: async () => undefined };

/** Serves HTTPS where this process serves sites. A port that is taken costs only HTTPS. */
export async function openTls({ config, log, ...deps }: Deps, handler: Handler): Promise<OpenTls> {
  const { httpsPort: port, hosts } = config;
  if (port === null || !config.roles.includes('edge')) return NONE;
  const { listenTls } = await import('../tls/tls-server.ts');
  const { createSecureContexts } = await import('../tls/secure-contexts.ts');
  const { createCertificateSource } = await import('../modules/certificate/certificate-source.ts');
  const contexts = createSecureContexts(createCertificateSource({ ...deps, panels: servesPanel(config) }), deps.clock);
  const contextOf = (host: string) =>
    contexts.contextOf(host).catch((error: unknown) => {
      log.warn({ err: error, host }, 'a certificate could not be read');
      return null;
    });
  const { createDefaultCertificate } = await import('../tls/default-certificate.ts');
  const { firstSitesDomain } = await import('../modules/partner/partner.repo.ts');
  const { storedCertificate } = await import('../modules/certificate/certificate-source.ts');
  const defaultCertificate = createDefaultCertificate({
    ...deps,
    sitesDomain: () => firstSitesDomain(deps.db),
    stored: (host) => storedCertificate(deps, host),
  });
  const exempt = trustedPeers(config.trustProxy);
  try {
    const listener = await listenTls({ hosts, port, exempt, contextOf, defaultCertificate }, handler);
    return { port: listener.port, invalidate: contexts.invalidate, close: listener.close };
  } catch (error) {
    if (!(error instanceof BindError)) throw error;
    log.warn({ err: error }, `HTTPS is not available: port ${port} cannot be opened. Choose another HTTPS_PORT.`);
    return NONE;
  }
}
