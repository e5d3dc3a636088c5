import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { HostingDriver } from '../hosting/driver.ts';
import { BindError } from '../lib/bind-all.ts';
import { createSftpDirectory } from '../modules/site-access/sftp-directory.ts';
import type { SftpPort } from '../context/app-context.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';

type Deps = { config: Config; db: Database; hosting: HostingDriver; clock: Clock; log: Logger };

const NONE: SftpPort = { address: async () => null };

/**
 * Starts the SFTP server where this process serves sites; other processes of the installation know its address from the
 * same settings. A port that is taken costs only SFTP.
 */
export async function openSftp(deps: Deps): Promise<SftpPort & { cutAll(): void; close(): Promise<void> }> {
  const { config, hosting, clock, log } = deps;
  const { sftpPort: port, hosts, dataDir } = config;
  const closed = { cutAll: () => undefined, close: async () => undefined };
  if (port === null) return { ...NONE, ...closed };
  const where = async (at: { port: number; fingerprint: string }) => ((await hosting.files.available()) ? at : null);
  if (!config.roles.includes('edge')) {
    const { loadHostKey } = await import('../sftp/host-key.ts');
    const { fingerprint } = loadHostKey(dataDir);
    return { ...closed, address: () => where({ port, fingerprint }) };
  }
  const { startSftpServer } = await import('../sftp/sftp-server.ts');
  try {
    const now = () => clock.now().getTime();
    const directory = createSftpDirectory(deps);
    const server = await startSftpServer({ hosts, port, dataDir, files: hosting.files, directory, log, now });
    return {
      cutAll: server.cutAll,
      close: server.close,
      address: () => where({ port: server.port, fingerprint: server.fingerprint }),
    };
  } catch (error) {
    if (!(error instanceof BindError)) throw error;
    log.warn({ err: error }, `SFTP is not available: port ${port} cannot be opened. Choose another SFTP_PORT.`);
    return { ...NONE, ...closed };
  }
}
