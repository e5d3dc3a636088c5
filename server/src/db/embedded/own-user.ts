import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** How PostgreSQL is started, and the name by which it knows itself and the panel. */
export type OwnUser = {
  name: string;
  command: readonly string[];
  /** The ids that root is mapped to. */
  ids?: { uid: string; gid: string };
};

/** The kernel shows users that a namespace does not map under this number, so it must not be the panel's. */
const OVERFLOW_UID = 65_534;

/**
 * PostgreSQL refuses to run as root. A user namespace that maps root to another user satisfies it, while its files stay
 * root's: no other user of this machine, nor a site, can open them, and every folder above stays as it is.
 */
export function ownUser(): OwnUser {
  if (process.getuid?.() !== 0) return { name: userInfo().username, command: [] };
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || Number(uid) === 0 || Number(uid) === OVERFLOW_UID) continue;
    return {
      name,
      command: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
      ids: { uid, gid: gid ?? uid },
    };
  }
  throw new Error('There is no user besides root in /etc/passwd.');
}

/** Adds that the kernel sends the signal for a fast shutdown when this process ends, in whatever way. */
export const endsWithUs = (user: OwnUser): readonly string[] => [
  ...user.command,
  'setpriv',
  '--pdeathsig',
  'INT',
  '--',
];
