import { createServer } from 'node:net';
import { ConfigError, readConfig } from '../../server/src/config/config.ts';
import { DataFolderError } from '../../server/src/db/folder-lock.ts';
import { resetData } from './reset-data.ts';

/**
 * Can a server listen there? Addresses that this machine lacks are left to the server. Port 0 means "any" and is
 * always free.
 */
function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) resolve(true);
      else if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

// Reports wrong variables and a taken port now, before minutes of building.
try {
  const config = readConfig(process.env);
  if (process.argv.includes('--reset')) {
    if (config.databaseUrl)
      throw new ConfigError(
        '--reset works only on the embedded database. Unset DATABASE_URL, or drop and create that database yourself.',
      );
    await resetData(config.dataDir);
  }
  const free = await Promise.all(config.hosts.map((host) => isFree(config.port, host)));
  if (free.includes(false)) {
    throw new ConfigError(
      `Port ${config.port} is in use by another program. Stop it, or choose another port, such as PORT=${config.port === 65535 ? 8100 : config.port + 1}.`,
    );
  }
} catch (error) {
  const plain =
    error instanceof ConfigError ||
    error instanceof DataFolderError ||
    (error as NodeJS.ErrnoException).code === 'EACCES';
  console.error(plain ? (error as Error).message : error);
  process.exitCode = 1;
}
