import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import type { Remote } from './remote.ts';

/** Connects and signs in. @throws Refused `denied`, `unreachable` */
export async function openRemote(server: FileServer, relay: RelayAddress): Promise<Remote> {
  return server.protocol === 'sftp'
    ? (await import('./sftp-remote.ts')).openSftp(server, relay)
    : (await import('./ftp-remote.ts')).openFtp(server, relay);
}
