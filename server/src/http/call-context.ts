import type { Override } from '@panel/contract/manifest';
import type { AppContext, Logger } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import type { partner, user } from '../db/schema.ts';
import { PanelError } from './errors.ts';

export type PartnerRow = typeof partner.$inferSelect;
export type UserRow = typeof user.$inferSelect;

/** A signed-in user with the session that says so. */
export type Viewer = {
  user: UserRow;
  sessionHash: string;
  csrfSecret: string;
  /** The remote that this session runs from a development server; staff only. */
  override?: Override;
};

/** Request facts that services may need; trust nothing else about the request. */
export type RequestFacts = {
  id: string;
  /** Address of the client; `X-Forwarded-For` only behind a configured proxy. */
  ip: string;
  userAgent: string;
  /** The browser reached us over TLS. */
  secure: boolean;
  /** `GET` and `POST` of the same call differ in nothing but this. */
  path: string;
  /** Releases of the shell (`shell@version`) that the browser says it could not run. */
  avoid: readonly string[];
};

/** What every handler of a call gets. Partner and viewer come from host and session, never from the input. */
export type CallContext = {
  app: AppContext;
  partner: PartnerRow;
  viewer: Viewer | null;
  /** What a browser without a session is known by; null where it has not shown itself before. */
  visitor: string | null;
  /** The call came with the operator token instead of a session. */
  operator: boolean;
  request: RequestFacts;
  log: Logger;
  /** `Set-Cookie` values of the answer. */
  cookies: string[];
  /** Work that continues after the response; the server waits for it before it stops. */
  afterwards(label: string, work: () => Promise<void>): void;
  /**
   * Keeps the answer of a POST with an Idempotency-Key in the same transaction as its effect, so that a crash right
   * after the commit cannot make a retry do it twice. Does nothing without the header.
   */
  remember(tx: Database, answer: unknown): Promise<void>;
};

/** The signed-in user. @throws PanelError UNAUTHENTICATED */
export function signedIn(context: CallContext): UserRow {
  if (!context.viewer) throw new PanelError('UNAUTHENTICATED', {}, { redirectUrl: '/login' });
  return context.viewer.user;
}

export const isStaff = (user: Pick<UserRow, 'role'>): boolean => user.role !== 'customer';
