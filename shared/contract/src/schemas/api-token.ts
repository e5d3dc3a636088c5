import * as v from 'valibot';
import { SCOPES } from '../scopes.ts';
import { list } from './bounded.ts';
import { listQuery } from './list.ts';

/** Which tokens work: neither expired nor revoked. */
export const API_TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;
/** Days until a token expires; `null` for one that does not. */
export const API_TOKEN_DAYS = [7, 30, 90, 365] as const;
export const API_TOKEN_DAYS_DEFAULT = 90;

const ScopeName = v.picklist(SCOPES, 'There is no such scope.');

/** A customer's key for the API, without the token itself. */
export const ApiToken = v.object({
  id: v.string(),
  name: v.string(),
  /** The first characters of the token. */
  prefix: v.string(),
  scopes: v.array(ScopeName),
  status: v.picklist(API_TOKEN_STATUSES),
  /** Email of the person of the account who made it; null: the caller did. */
  made_by: v.nullable(v.string()),
  created_at: v.string(),
  expires_at: v.nullable(v.string()),
  /** Of the last request, to the minute; null before the first. */
  last_used_at: v.nullable(v.string()),
  last_used_ip: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
});
export type ApiToken = v.InferOutput<typeof ApiToken>;

export const ApiTokenListQuery = v.object(listQuery(['created_at', 'name', 'last_used_at', 'expires_at']));

export const ApiTokenInput = v.object({
  name: v.pipe(
    v.string('Enter a name.'),
    v.trim(),
    v.nonEmpty('Enter a name.'),
    v.maxLength(60, 'The name can have at most 60 characters.'),
  ),
  scopes: list(ScopeName, { max: SCOPES.length, min: 1, tooFew: 'Choose what the token can reach.' }),
  expires_in_days: v.nullable(v.picklist(API_TOKEN_DAYS, 'Choose one of the periods.')),
  /** The account's password, since a token is as good as a session. */
  password: v.pipe(v.string('Enter your password.'), v.nonEmpty('Enter your password.'), v.maxLength(200)),
});
export type ApiTokenInput = v.InferInput<typeof ApiTokenInput>;

/** `token` is in this answer only. */
export const ApiTokenCreated = v.object({ status: v.literal(true), data: ApiToken, token: v.string() });
export type ApiTokenCreated = v.InferOutput<typeof ApiTokenCreated>;
