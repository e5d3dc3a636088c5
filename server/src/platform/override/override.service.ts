import { inAudience, type Viewer } from '@panel/contract/access';
import type { Override, RemoteManifest } from '@panel/contract/manifest';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { endOverrideCookie, overrideCookie } from '../../context/cookies.ts';
import { PanelError } from '../../kernel/errors.ts';
import { sealOverride } from './override-cookie.ts';
import { allowedOverride } from './override-rules.ts';

const refused = (field: keyof Override, text: string) =>
  new PanelError('VALIDATION', {}, { fields: { [field]: text } });

async function tell(
  action: string,
  { app, partner, viewer, request }: CallContext,
  detail: Record<string, unknown>,
): Promise<void> {
  await audit(app.db, action, { partnerId: partner.id, userId: viewer?.user.id ?? null, request }, detail);
}

/**
 * Runs one remote from a development server, in the caller's session only, one at a time. `manifest` is the remote's,
 * if the partner has it.
 * @throws PanelError VALIDATION for a disallowed address or remote
 */
export async function setOverride(
  context: CallContext,
  requested: Override,
  manifest: RemoteManifest | undefined,
): Promise<void> {
  const { app, viewer, request, cookies } = context;
  signedIn(context);
  const override = allowedOverride(app.config.devOrigins, requested);
  if (!override)
    throw refused(
      'entry',
      'This panel does not allow a development server at this address. The setting DEV_ORIGINS lists the allowed ones.',
    );
  if (!manifest) throw refused('remote', 'This panel has no such remote.');
  await tell('override.set', context, override);
  if (viewer?.session) cookies.push(overrideCookie(sealOverride(override, viewer.session), request.secure));
}

/** Returns to the release. Clears the cookie even without an override. */
export async function clearOverride(context: CallContext, reason: 'left' | 'failed'): Promise<void> {
  const { viewer, request, cookies } = context;
  if (viewer?.override) await tell('override.cleared', context, { ...viewer.override, reason });
  cookies.push(endOverrideCookie(request.secure));
}

/**
 * Which page of a remote to open first: the first without parameters that the viewer could open without the override,
 * otherwise the first without parameters.
 */
export function firstPage(manifest: RemoteManifest | undefined, viewer: Viewer): string {
  const pages =
    manifest?.routes
      .map(({ path, audience }) => ({ path: path.replace(/\/:\w+\?$/, ''), audience }))
      .filter(({ path }) => !path.includes(':')) ?? [];
  return (pages.find(({ audience }) => inAudience(audience, viewer)) ?? pages[0])?.path ?? '/';
}
