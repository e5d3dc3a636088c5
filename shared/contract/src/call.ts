import { oc } from '@orpc/contract';
import type { ErrorCode } from './errors.ts';
import type { Audience } from './schemas/manifest.ts';
import { scopeOfPath, type Scope } from './scopes.ts';
import type { SectionRule } from './sections.ts';
import { memberDutyOfCall } from './member-duty.ts';
import type { MemberDuty } from './member-roles.ts';
import { dutyOfCall } from './staff-duty.ts';
import type { StaffDuty } from './staff-roles.ts';

/** The largest body of a call that declares no other: forms of a few fields. */
export const BODY_BYTES = 64 * 1024;

/**
 * Who can call with `Authorization: Bearer …`: the operator of the panel alone, also a team for its own packages, or
 * whoever has the code of an invitation.
 */
export type TokenKind = 'operator' | 'team' | 'invitation';

export type CallMeta = {
  audience: Audience;
  /** Rejected with 403 if the partner has switched the section off; of several, all of them. */
  section?: SectionRule;
  /** Which roles of a partner's staff may make it, also as a customer; derived from audience and path unless declared. */
  staff: StaffDuty;
  /** Which roles of an account's members may make it, and whether as themselves (`own`); derived unless declared. */
  member: MemberDuty;
  /** Error codes of this call, besides those of every call. */
  errors: readonly ErrorCode[];
  /** Requests per window and address, for calls that allow guessing. */
  limit?: { tries: number; windowSeconds: number };
  /** A GET that changes something also needs the CSRF token. */
  changes?: boolean;
  /** The bearer token that is accepted instead of a session. */
  token?: TokenKind;
  /**
   * What a customer's API token needs to make the call; `closed` opens it to sessions alone. Derived from path and method
   * unless it is declared. Without one, no token opens the call.
   */
  scope?: Scope | 'closed';
  /** Only right after the user has proved again who they are: with the password or a code, within ten minutes. */
  stepUp?: boolean;
  /** Not for staff who are signed in as the customer: what lets somebody into the account, and what it pays with. */
  notActing?: boolean;
  /** Open to staff who still have to set up the second factor that their partner requires. */
  withoutSecondFactor?: boolean;
  /** Maximum size of the request body; default `BODY_BYTES`. */
  bodyLimitBytes?: number;
  heavy?: Heavy;
  deprecated?: Deprecated;
  /** The body is `multipart/form-data` with a file. */
  upload?: boolean;
} & ServerMeta;

/** A call that ends: since when it is marked, when it ends (at least twelve months later, UTC days), and what replaces it. */
export type Deprecated = { since: string; sunset: string; instead: string };

/** What only the server looks at. */
export type ServerMeta = {
  /**
   * The answer of a POST is not stored for repeated requests: it has a session, code, password or an address that lets
   * somebody in, only reads, or counts once anyway.
   */
  neverKept?: boolean;
  /** Successful requests count towards `limit` as well, because each sends an email or writes a row. */
  everyTryCounts?: boolean;
  /** The audit log has no line of the call: it only reads, or writes its lines by itself. */
  noAuditLine?: boolean;
  /** A public call of programs that have no token yet: cookies count for nothing, none are set, and CSRF has nothing to use. */
  withoutCookies?: boolean;
  /** Makes the data folder grow by more than a row: rejected while the disk is low, as uploads are. */
  grows?: boolean;
};

/**
 * The call queries a hosted site, starts a process or measures files, so an account may run only a few at a time.
 * With `when`, only calls whose query or body has that field count.
 */
export type Heavy = { when?: string };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Declaration = ServerMeta & {
  method: Method;
  path: `/${string}`;
  summary: string;
  audience: Audience;
  section?: SectionRule;
  staff?: StaffDuty;
  member?: MemberDuty;
  errors?: readonly ErrorCode[];
  limit?: CallMeta['limit'];
  changes?: boolean;
  token?: TokenKind;
  scope?: CallMeta['scope'];
  stepUp?: boolean;
  notActing?: boolean;
  withoutSecondFactor?: boolean;
  bodyLimitBytes?: number;
  heavy?: Heavy;
  deprecated?: Deprecated;
  upload?: boolean;
  /** Path, query and body stay separate, for calls that use one name in two places. */
  detailed?: boolean;
};

/** Below these, a customer's sign-in, API tokens and cards are changed. */
const OF_OWNER = ['/security/', '/passkeys', '/api-token', '/stripe/payment_methods'];
const isOfOwner = ({ method, path, audience }: Declaration): boolean =>
  method !== 'GET' && audience !== 'public' && OF_OWNER.some((start) => path.startsWith(start));

/** Declares one call. It does not compile without an audience: access is denied by default. */
export function call(d: Declaration) {
  const staff = d.staff ?? dutyOfCall(d);
  const meta: CallMeta = {
    audience: d.audience,
    errors: d.errors ?? [],
    section: d.section,
    staff,
    member: d.member ?? memberDutyOfCall({ ...d, staff }),
    limit: d.limit,
    changes: d.changes,
    token: d.token,
    // A program cannot prove who somebody is.
    scope: d.stepUp ? 'closed' : (d.scope ?? scopeOfPath(d, d.audience)),
    stepUp: d.stepUp,
    notActing: d.notActing ?? (d.stepUp || isOfOwner(d)),
    withoutSecondFactor: d.withoutSecondFactor,
    bodyLimitBytes: d.bodyLimitBytes,
    heavy: d.heavy,
    deprecated: d.deprecated,
    upload: d.upload,
    neverKept: d.neverKept,
    everyTryCounts: d.everyTryCounts,
    grows: d.grows,
    noAuditLine: d.noAuditLine,
    withoutCookies: d.withoutCookies,
  };
  return oc.$meta<CallMeta>(meta).route({
    method: d.method,
    path: d.path,
    summary: d.summary,
    inputStructure: d.detailed ? 'detailed' : 'compact',
    tags: [d.path.split('/')[1] ?? ''],
  });
}
