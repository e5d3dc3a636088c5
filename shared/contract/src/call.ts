import { oc } from '@orpc/contract';
import type { ErrorCode } from './errors.ts';
import type { Audience } from './schemas/manifest.ts';
import type { Section } from './sections.ts';

export type CallMeta = {
  audience: Audience;
  /** Refused with 403 where the partner has switched the section off. */
  section?: Section;
  /** Codes this call may give besides those that every call may give. */
  errors: readonly ErrorCode[];
  /** Requests per window and address, for calls that can be guessed at. */
  limit?: { tries: number; windowSeconds: number };
  /** A GET that changes something needs the CSRF token too. */
  changes?: boolean;
  /** An operator token (`Authorization: Bearer …`) does as well as a superadmin's session. */
  token?: boolean;
  /** Of the request's body; absent means 1 MB. */
  bodyLimitBytes?: number;
  heavy?: Heavy;
};

/**
 * The call asks a hosted site, starts a process or measures files, so an account runs few of these at a time. With `when`
 * only a call whose query or body has that name does.
 */
export type Heavy = { when?: string };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Declaration = {
  method: Method;
  path: `/${string}`;
  summary: string;
  audience: Audience;
  section?: Section;
  errors?: readonly ErrorCode[];
  limit?: CallMeta['limit'];
  changes?: boolean;
  token?: boolean;
  bodyLimitBytes?: number;
  heavy?: Heavy;
  /** Path, query and body stay apart, for calls that send one name in two places. */
  detailed?: boolean;
};

/** Declares one call. Without an audience it does not compile: access is denied by default. */
export function call(d: Declaration) {
  const meta: CallMeta = {
    audience: d.audience,
    errors: d.errors ?? [],
    section: d.section,
    limit: d.limit,
    changes: d.changes,
    token: d.token,
    bodyLimitBytes: d.bodyLimitBytes,
    heavy: d.heavy,
  };
  return oc.$meta<CallMeta>(meta).route({
    method: d.method,
    path: d.path,
    summary: d.summary,
    inputStructure: d.detailed ? 'detailed' : 'compact',
    tags: [d.path.split('/')[1] ?? ''],
  });
}
