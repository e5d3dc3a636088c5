import { hash, randomBytes } from 'node:crypto';
import type { DatabaseGate } from '../../edge/edge-types.ts';
import type { AppContext } from '../../context/app-context.ts';
import { exchangeSecret, findSessionName } from './database-access.repo.ts';

/** A secret of 256 bits, as it is in a link or a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What the database has of a secret. The secret of a link is no secret of a session. */
export const secretHash = (use: 'link' | 'session', secret: string): string =>
  hash('sha256', `${use} ${secret}`, 'base64url');

/** Who may use the database of a site in the browser, from the panel's own database. */
export function createDatabaseGate({ db, clock }: Pick<AppContext, 'db' | 'clock'>): DatabaseGate {
  return {
    async enter(siteId, link) {
      const secret = newSecret();
      const given = { siteId, secretHash: secretHash('link', link), now: clock.now() };
      const row = await exchangeSecret(db, given, secretHash('session', secret));
      return row ? { secret, expiresAt: row.expiresAt } : null;
    },
    session: async (siteId, secret) =>
      (await findSessionName(db, { siteId, secretHash: secretHash('session', secret), now: clock.now() })) ?? null,
  };
}
