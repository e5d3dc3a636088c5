import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import type { Remote } from './remote.ts';

/**
 * Connects and signs in. A server that sends nothing for `idleMs`, now or later, is unreachable.
 * @throws Refused `denied`, `unreachable`
 */
export async function openRemote(server: FileServer, relay: RelayAddress, idleMs: number): Promise<Remote> {
  return server.protocol === 'sftp'
    ? (await import('./sftp-remote.ts')).openSftp(server, relay, idleMs)
    : (await import('./ftp-remote.ts')).openFtp(server, relay, idleMs);
}
