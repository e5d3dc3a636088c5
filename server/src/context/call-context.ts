import type { KeyObject } from 'node:crypto';
import type { MemberRole } from '@panel/contract';
import type { Override } from '@panel/contract/manifest';
import type { AppContext } from './app-context.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { Database } from '../db/database.ts';
import type { partner, teamInvitation, user } from '../db/schema.ts';
import { PanelError } from '../kernel/errors.ts';

export type PartnerRow = typeof partner.$inferSelect;
export type UserRow = typeof user.$inferSelect;

/** A user who makes a request, by a session or an API token. */
export type Viewer = {
  user: UserRow;
  /** Of a member of a customer's account; `asAccount` makes `user` that customer. */
  member?: AccountMember;
  /** The session of a browser; null for an API token. */
  session: { hash: string; csrfSecret: string; provedAt: Date } | null;
  /** The remote that this session runs from a development server; staff only. */
  override?: Override;
  /** The member of staff who acts as this customer. */
  actor?: Actor;
};

/** A member, the customer in whose account they are, and to what they are limited; null: to nothing (ADR 0126). */
export type AccountMember = {
  user: UserRow;
  role: MemberRole;
  account: UserRow;
  workloadIds: readonly string[] | null;
};

/** Staff who act as a customer: who it is, and until when. */
export type Actor = Pick<UserRow, 'id' | 'email' | 'firstname' | 'lastname' | 'language' | 'role' | 'staffRole'> & {
  parentHash: string;
  endsAt: Date;
};

/** Request facts for services; nothing else about the request is trustworthy. */
export type RequestFacts = {
  id: string;
  /** Address of the client; `X-Forwarded-For` only behind a configured proxy. */
  ip: string;
  userAgent: string;
  /** The browser's connection uses TLS. */
  secure: boolean;
  /** The only difference between `GET` and `POST` of the same call. */
  path: string;
  /** Releases of the shell (`shell@version`) that the browser reports it could not run. */
  avoid: readonly string[];
  /** The cookie of the language picker, and the browser's `Accept-Language`; unchecked (language.ts). */
  pickedLanguage?: string | null;
  acceptedLanguages?: string | null;
  /** The customer's API token that the request has. */
  apiTokenId?: string;
  /** The member of an account who makes the call for it; the log names them. */
  member?: { id: string; email: string };
  /** The ids of the browser's session, and of the own one of staff who are signed in as a customer. */
  sessionId?: string | null;
  staffSessionId?: string | null;
  /** The cookie of a browser in which someone has signed in before, sealed (known-browser.ts). */
  known?: string | null;
  /** The cookie of a browser that may be remembered for a second factor (remembered-browser.ts). */
  remembered?: string | null;
  /** The cookie of a sign-in that waits for its second factor (pending-sign-in.ts). */
  pending?: string | null;
};

/** A key that this panel knows, and what belongs to it (ADR 0041). */
export type KnownKey = {
  keyId: string;
  key: KeyObject;
  /** For people: `of the team Orders`. */
  of: string;
  /** The team's name; null for keys of the operator and of RELEASE_KEYS. */
  team: string | null;
  /** The packages that it may release; null means every package. */
  packages: readonly string[] | null;
  /** Why it is no longer accepted; null while it is. */
  ended: string | null;
};

/** Who sends a bearer token: the operator, a team by its key, or the team that an invitation is for. */
export type Bearer =
  | { kind: 'operator' }
  | { kind: 'team'; key: KnownKey }
  | { kind: 'invitation'; invitation: typeof teamInvitation.$inferSelect };

/** The context of every call handler. Partner and viewer come from host and session, never from the input. */
export type CallContext = {
  app: AppContext;
  partner: PartnerRow;
  viewer: Viewer | null;
  /** Identifies a browser without a session; null on its first visit. */
  visitor: string | null;
  /** Who makes the call with a bearer token instead of a session; null without one. */
  bearer: Bearer | null;
  request: RequestFacts;
  log: Logger;
  /** `Set-Cookie` values of the response. */
  cookies: string[];
  /** Work that continues after the response; the server waits for it before it stops. */
  afterwards(label: string, work: () => Promise<unknown>): void;
  /**
   * Stores the response of a POST with an Idempotency-Key in the same transaction as its effect, so that a crash
   * right after the commit cannot make a retry run it twice. Does nothing without the header.
   */
  remember(tx: Database, answer: unknown): Promise<void>;
};

/** The signed-in user. @throws PanelError UNAUTHENTICATED */
export function signedIn(context: CallContext): UserRow {
  if (!context.viewer) throw new PanelError('UNAUTHENTICATED', {}, { redirectUrl: '/login' });
  return context.viewer.user;
}

/** The person who has the password: of a member, who makes the call for an account, the member. @throws PanelError UNAUTHENTICATED */
export const personOf = (context: CallContext): UserRow => context.viewer?.member?.user ?? signedIn(context);

/** Who really makes a call: staff who act as a customer, or a member of the account. @throws PanelError UNAUTHENTICATED */
export const openerOf = (context: CallContext): string => context.viewer?.actor?.id ?? personOf(context).id;

/** Admins of a partner and superadmins: their scope is the whole partner. */
export const isStaff = (user: Pick<UserRow, 'role'>): boolean => user.role === 'admin' || user.role === 'superadmin';
