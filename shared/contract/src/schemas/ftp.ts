import * as v from 'valibot';

/** How a file server is reached: unencrypted FTP, FTP with TLS (explicit), or files over SSH. */
export const FTP_PROTOCOLS = ['sftp', 'ftps', 'ftp'] as const;
export type FtpProtocol = (typeof FTP_PROTOCOLS)[number];

/** The usual port of each protocol. */
export const FTP_PORTS: Readonly<Record<FtpProtocol, number>> = { sftp: 22, ftps: 21, ftp: 21 };

/** Ports below 1024 that belong to file transfer; the others serve something else. */
const LOW_PORTS: readonly number[] = [21, 22, 990];

/** One line of text: a line break would start another command of the protocol. */
const line = (missing: string, max: number) =>
  v.pipe(
    v.string(missing),
    v.nonEmpty(missing),
    v.maxLength(max, `At most ${max} characters are allowed.`),
    v.regex(/^\P{Cc}+$/u, 'Control characters are not allowed.'),
  );

/** A fingerprint: SHA-256 of an SSH key as SSH clients show it, or of a certificate in hex. */
export const HostKey = v.pipe(
  v.string(),
  v.regex(/^(?:SHA256:[A-Za-z0-9+/]{43}|(?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/, 'This is not a fingerprint.'),
);

/** Another server, its login, and the folder with the site's files. */
export const FtpServer = v.object({
  ftp_host: v.pipe(
    line('Enter the host.', 253),
    v.trim(),
    v.toLowerCase(),
    v.regex(/^(?:[a-z0-9._-]+|[0-9a-f:.]+)$/, 'Enter a host name such as ftp.example.com, without ftp://.'),
  ),
  ftp_port: v.optional(
    v.pipe(
      v.number('Enter a port.'),
      v.integer('Enter a port.'),
      v.minValue(1, 'A port is a number from 1 to 65535.'),
      v.maxValue(65_535, 'A port is a number from 1 to 65535.'),
      v.check((port) => port >= 1024 || LOW_PORTS.includes(port), 'This port is not for file transfer.'),
    ),
  ),
  /** Beyond the specification: without it, port 22 means SFTP, and every other port FTP. */
  ftp_protocol: v.optional(v.picklist(FTP_PROTOCOLS)),
  ftp_username: line('Enter the user name.', 200),
  ftp_password: line('Enter the password.', 500),
  /** Beyond the specification: the fingerprint that the customer accepts, of an SSH key or a certificate. */
  ftp_host_key: v.optional(HostKey),
  ftp_path: v.optional(
    v.pipe(v.string(), v.maxLength(1000), v.regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')),
    '/',
  ),
});
export type FtpServer = v.InferInput<typeof FtpServer>;

type Given = { ftp_port?: number | undefined; ftp_protocol?: FtpProtocol | undefined };

/** Protocol and port of a server, of which the specification's clients send only the port. */
export function protocolOf({ ftp_port, ftp_protocol }: Given): { protocol: FtpProtocol; port: number } {
  const protocol = ftp_protocol ?? (ftp_port === 22 ? 'sftp' : 'ftp');
  return { protocol, port: ftp_port ?? FTP_PORTS[protocol] };
}

/** The server from which the files of a site are copied. */
export const SiteSource = v.object({
  protocol: v.picklist(FTP_PROTOCOLS),
  host: v.string(),
  port: v.number(),
  /** The fingerprint that was accepted; null while there is none. A valid certificate needs none. */
  host_key: v.nullable(v.string()),
  /** The fingerprint that the server showed instead, at the last attempt; null when it was the accepted one. */
  offered_key: v.nullable(v.string()),
});
export type SiteSource = v.InferOutput<typeof SiteSource>;
