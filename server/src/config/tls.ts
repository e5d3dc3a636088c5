import * as v from 'valibot';
import { folder, port, portOrOff, url } from './schemas.ts';

/** The variables of certificates and HTTPS. */
export const tlsVariables = {
  HTTPS_PORT: {
    schema: portOrOff,
    fallback: '8443',
    allowed: 'off, or a port number from 0 to 65535 (0: any free one)',
  },
  HTTPS_PUBLIC_PORT: {
    schema: v.pipe(port, v.minValue(1)),
    fallback: undefined,
    allowed: 'a port number from 1 to 65535, at which visitors reach HTTPS_PORT, or nothing for the same one',
  },
  ACME_DIRECTORY_URL: {
    schema: url('https:'),
    fallback: undefined,
    allowed:
      "an address like https://acme-v02.api.letsencrypt.org/directory, or nothing for the panel's own certificate authority",
  },
  ACME_EMAIL: {
    schema: v.pipe(v.string(), v.email()),
    fallback: undefined,
    allowed: 'an email address that the certificate authority may write to, or nothing',
  },
  ACME_WILDCARD: {
    schema: v.picklist(['auto', 'on', 'off']),
    fallback: 'auto',
    allowed:
      "auto, on or off: whether one certificate for all names below a sites domain is requested; auto means where resolvers see the partner's name servers",
  },
  ACME_CA_FILE: {
    schema: folder,
    fallback: undefined,
    allowed: 'a file with the root certificates of the ACME server (PEM), or nothing for public ones',
  },
} as const;

type Parsed = {
  HTTPS_PORT: number | null;
  HTTPS_PUBLIC_PORT: number | undefined;
  ACME_DIRECTORY_URL: string | undefined;
  ACME_EMAIL: string | undefined;
  ACME_CA_FILE: string | undefined;
  ACME_WILDCARD: TlsConfig['acmeWildcard'];
};

export type TlsConfig = {
  /** The port for HTTPS of hosted sites; null for none. */
  httpsPort: number | null;
  /** The port in https addresses of hosted sites; undefined means `httpsPort`. */
  httpsPublicPort: number | undefined;
  /** The ACME server that issues certificates; undefined means the authority in `dataDir`. */
  acmeDirectoryUrl: string | undefined;
  acmeEmail: string | undefined;
  /** Root certificates (PEM) by which the ACME server is recognised; undefined means public ones. */
  acmeCaFile: string | undefined;
  /** Whether one certificate is requested for all names below a sites domain; `auto`: where it is delegated to the panel's DNS. */
  acmeWildcard: 'auto' | 'on' | 'off';
};

export const tlsConfig = (parsed: Parsed): TlsConfig => ({
  httpsPort: parsed.HTTPS_PORT,
  httpsPublicPort: parsed.HTTPS_PUBLIC_PORT,
  acmeDirectoryUrl: parsed.ACME_DIRECTORY_URL,
  acmeEmail: parsed.ACME_EMAIL,
  acmeCaFile: parsed.ACME_CA_FILE,
  acmeWildcard: parsed.ACME_WILDCARD,
});

/**
 * Whether the HTTPS of panels ends here too, and not in front of the panel: PUBLIC_URL has the port at which visitors reach
 * the HTTPS of sites. Otherwise addresses and cookies of the panel are not for this port.
 */
export const servesPanel = (
  config: Pick<TlsConfig, 'httpsPort' | 'httpsPublicPort'> & { publicUrl: string },
): boolean =>
  config.httpsPort !== null &&
  new URL(config.publicUrl).origin === httpsAddressOf(config, new URL(config.publicUrl).hostname);

/** Where visitors reach a host name by HTTPS; null when this installation has none. */
export function httpsAddressOf(config: Pick<TlsConfig, 'httpsPort' | 'httpsPublicPort'>, host: string): string | null {
  const port = config.httpsPublicPort ?? config.httpsPort;
  if (port === null) return null;
  return `https://${host}${port === 443 ? '' : `:${port}`}`;
}
