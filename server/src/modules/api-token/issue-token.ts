import type { ApiTokenInput } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { CallContext, PartnerRow, RequestFacts, UserRow } from '../../context/call-context.ts';
import { idHash } from '../../context/csrf.ts';
import { said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { apiTokenMail } from './api-token-mail.ts';
import { countLive, insertApiToken, type ApiTokenRow } from './api-token.repo.ts';
import { makeTokenText, shownPart } from './token-text.ts';

const DAY_MS = 24 * 3_600_000;
/** Tokens of one person that work: a member uses up nobody else's. */
const TOKENS_MAX = 50;

/** The account that a token is for, and the person who lets it in: a member, or the customer. */
export type TokenFor = { partner: PartnerRow; owner: UserRow; person: UserRow };

const memberIdOf = ({ owner, person }: TokenFor): string | null => (person.id === owner.id ? null : person.id);

/** @throws PanelError API_TOKEN_LIMIT */
export async function checkTokenLimit({ db, clock }: Pick<AppContext, 'db' | 'clock'>, whose: TokenFor): Promise<void> {
  const scope = { partnerId: whose.partner.id, customerId: whose.owner.id };
  if ((await countLive(db, { scope, memberId: memberIdOf(whose) }, clock.now())) >= TOKENS_MAX)
    throw new PanelError('API_TOKEN_LIMIT', { limit: TOKENS_MAX });
}

type NewToken = Pick<ApiTokenInput, 'name'> & {
  scopes: readonly string[];
  days: number | null;
  now: Date;
  request: RequestFacts;
};

/** Writes a token with its notification and its line of the audit log; its text exists in the answer only. */
export async function issueApiToken(
  tx: Database,
  whose: TokenFor,
  { name, scopes, days, now, request }: NewToken,
): Promise<{ row: ApiTokenRow; token: string }> {
  const { partner, owner } = whose;
  const token = makeTokenText();
  const row = await insertApiToken(
    tx,
    {
      ...{ partnerId: partner.id, customerId: owner.id, name, scopes: [...new Set(scopes)] },
      memberId: memberIdOf(whose),
      ...{ prefix: shownPart(token), tokenHash: idHash(token), createdAt: now },
      expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    },
    said('The API token “{name}” was created.', { name }),
  );
  const detail = { tokenId: row.id, name, prefix: row.prefix, scopes: row.scopes, days };
  await audit(tx, 'api_token.create', { partnerId: partner.id, userId: owner.id, request }, detail);
  return { row, token };
}

/** Emails the person once the token is stored. */
export function tellOfToken(
  context: Pick<CallContext, 'app' | 'partner' | 'afterwards'>,
  person: UserRow,
  row: ApiTokenRow,
): void {
  context.afterwards('API token mail', () => context.app.mail.send(apiTokenMail(context, person, row)));
}
