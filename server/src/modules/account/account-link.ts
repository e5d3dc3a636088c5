import type { AccountLinkKind } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import type { Database } from '../../db/database.ts';
import { insertToken } from '../session/token.repo.ts';

/** The shell's page that says what a link does, and does it. */
const LINK_PAGE = '/accountLink';

type About = { userId: string; kind: AccountLinkKind; expiresAt: Date; emailChangeId?: string };

/** Makes a one-time link about an account; only its hash is kept. Returns the token. */
export async function makeLink(tx: Database, about: About): Promise<string> {
  const token = randomId();
  await insertToken(tx, { tokenHash: idHash(token), ...about });
  return token;
}

export const linkPath = (token: string): string => `${LINK_PAGE}?token=${token}`;

/** The address of a link in an email, always on the partner's own host. */
export const linkUrl = ({ config }: Pick<AppContext, 'config'>, { domain }: PartnerRow, token: string): string =>
  addressOf(config, domain) + linkPath(token);
