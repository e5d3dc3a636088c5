import type { AddressInfo, ListenOptions, Server } from 'node:net';

/** A server could not listen; `code` is that of the system. */
export class BindError extends Error {
  override readonly name = 'BindError';
  readonly host: string;
  readonly port: number;
  readonly code: string;

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(`${host} port ${port}: ${cause.message}`, { cause });
    this.host = host;
    this.port = port;
    this.code = cause.code ?? '';
  }
}

/** The system has no such address. */
export const NO_SUCH_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on one port of each address (port 0: any free one), with a server of `create` for each.
 * @throws BindError when one is taken or not permitted; those before it are closed
 */
export async function bindAll<S extends Server>(
  { hosts, port }: { hosts: readonly string[]; port: number },
  create: () => S,
): Promise<{ servers: S[]; port: number }> {
  const servers: S[] = [];
  let bound = port;
  for (const host of hosts) {
    const server = create();
    try {
      await bind(server, { port: bound, host, ipv6Only: hosts.includes('0.0.0.0') });
    } catch (thrown) {
      const error = new BindError(host, bound, thrown as NodeJS.ErrnoException);
      // A machine without IPv6 has no second loopback address.
      if (servers.length > 0 && host === '::1' && NO_SUCH_ADDRESS.has(error.code)) continue;
      await Promise.all(servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))));
      throw error;
    }
    servers.push(server);
    bound = (server.address() as AddressInfo).port;
  }
  return { servers, port: bound };
}

function bind(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
