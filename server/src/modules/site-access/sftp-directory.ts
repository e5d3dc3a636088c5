import { limitsOfPlan } from '@panel/contract';
import { timingSafeEqual } from 'node:crypto';
import { addressKey } from '../../lib/client-address.ts';
import { createAttemptCounter } from '../../context/rate-limit.repo.ts';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { taskSite } from '../site/site.repo.ts';
import type { SftpDirectory } from '../../sftp/sftp-directory.ts';
import { endConnection, findByUserName, insertConnection, isReady, renewConnections } from './site-access.repo.ts';
import { passwordHash } from './site-access.service.ts';

const WINDOW_SECONDS = 15 * 60;
/** Wrong passwords of one address for one user name (decision: Session), and sign-ins of one address, good or bad. */
const MOST_WRONG = 10;
const MOST_SIGN_INS = 200;

/** Who may sign in to the SFTP server, from the database. */
export function createSftpDirectory({ db, clock }: Pick<AppContext, 'db' | 'clock'>): SftpDirectory {
  const attempts = createAttemptCounter(db, clock);
  return {
    async signIn(userName, password, address) {
      const from = addressKey(address);
      if ((await attempts.add(`sftp:${from}`, WINDOW_SECONDS)).count > MOST_SIGN_INS) return null;
      const key = `sftp:${from}:${passwordHash(userName)}`;
      if ((await attempts.add(key, WINDOW_SECONDS)).count > MOST_WRONG) return null;
      const row = await findByUserName(db, userName, clock.now());
      const given = Buffer.from(passwordHash(password));
      if (row === undefined || !timingSafeEqual(given, Buffer.from(row.passwordHash))) return null;
      await attempts.takeBack(key);
      return { accessId: row.id, siteId: row.workloadId, expiresAt: row.expiresAt.getTime() };
    },
    isReady: (siteId) => isReady(db, siteId),
    async space(siteId) {
      const { planType, fileSize } = found(await taskSite(db, siteId));
      return { totalBytes: limitsOfPlan(planType).site.diskMb * 1_048_576, usedBytes: fileSize ?? 0 };
    },
    began: (accessId, address) => insertConnection(db, accessId, address, clock.now()),
    renew: async (ids) => new Set(await renewConnections(db, ids, clock.now())),
    ended: (id) => endConnection(db, id, clock.now()),
  };
}
