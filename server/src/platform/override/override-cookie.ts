import { createHmac } from 'node:crypto';
import { Override } from '@panel/contract/manifest';
import { isStaff, type Viewer } from '../../context/call-context.ts';
import { equal } from '../../context/csrf.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { allowedOverride } from './override-rules.ts';

type Session = NonNullable<Viewer['session']>;

/** Signed with the session's own secret: a planted cookie, or one from another session, is ignored. */
const sealOf = (body: string, { csrfSecret }: Session): string =>
  createHmac('sha256', csrfSecret).update(`override|${body}`).digest('base64url');

/** The cookie's value for one session. */
export function sealOverride(override: Override, session: Session): string {
  const body = Buffer.from(JSON.stringify(override)).toString('base64url');
  return `${body}.${sealOf(body, session)}`;
}

/** The cookie's override for this session, if it belongs to staff and the settings allow it now; null otherwise. */
export function openOverride(
  cookie: string | null,
  { user, session }: Viewer,
  devOrigins: readonly string[],
): Override | null {
  const [body, seal, ...rest] = cookie?.split('.') ?? [];
  if (!body || !seal || rest.length > 0 || !session) return null;
  if (!isStaff(user) || !equal(seal, sealOf(body, session))) return null;
  const override = parseJson(Override, Buffer.from(body, 'base64url').toString('utf8'));
  return override && allowedOverride(devOrigins, override);
}
