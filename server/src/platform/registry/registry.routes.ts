import type { Registry } from '@panel/contract/manifest';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { shownRole } from '../../context/member-rule.ts';
import { calls } from '../../context/implement.ts';
import { visitorLanguage } from '../../context/language.ts';
import type { OpenRegistry, RegistryFor, Tab } from '../web/index.ts';
import { remoteFor, withOverride } from '../override/overrides.ts';
import { takeBeacons } from '../release/beacon.service.ts';
import { publicPartner } from '../../context/public-partner.ts';
import { publicUser } from '../../modules/user/public-user.ts';
import { isAllowedOrigin } from '../override/override-rules.ts';
import { clearOverride, firstPage, setOverride } from '../override/override.service.ts';

type Asked = { avoid?: string | readonly string[]; shell?: string; view?: string };
const tabOf = ({ avoid = [], shell, view }: Asked, known: readonly string[]): Tab => ({
  avoid: [...known, ...(typeof avoid === 'string' ? [avoid] : avoid)],
  shell,
  view,
});

/** The releases of the caller, as they are now. */
export const openFor = (
  open: OpenRegistry,
  { partner, viewer, visitor, request }: CallContext,
  asked: Asked = {},
): Promise<RegistryFor> =>
  open({
    partnerId: partner.id,
    userId: viewer?.user.id,
    visitor,
    tab: tabOf(asked, request.avoid),
    language: visitorLanguage(viewer, partner, request),
  });

/** The caller's registry, or that of a customer in their place. */
function registryOf(
  { app, partner, viewer }: CallContext,
  registryFor: RegistryFor,
  role = viewer && shownRole(viewer.user),
): Registry {
  return registryFor(
    publicPartner(app.config, partner),
    viewer && role ? { ...publicUser(viewer.user, partner, viewer.member && { member: viewer.member }), role } : null,
  );
}

async function registryWithOverride(open: OpenRegistry, context: CallContext, asked: Asked): Promise<Registry> {
  const registryFor = await openFor(open, context, asked);
  return withOverride(registryOf(context, registryFor), context.viewer?.override, () =>
    registryOf(context, registryFor, 'customer'),
  );
}

/** `open` comes from the front end that this process serves. */
export const platformRoutes = (open: OpenRegistry) => ({
  registry: calls.platform.registry.handler(({ context, input }) => registryWithOverride(open, context, input)),

  state: calls.platform.state.handler(async ({ context, input }) => {
    const { buildId, view } = await registryWithOverride(open, context, input);
    return { buildId, view };
  }),

  beacons: calls.platform.beacons.handler(async ({ context, input }) => {
    const isCounted = await takeBeacons(context, input);
    return { status: true as const, ...(!isCounted && { message: 'Not counted: the page view has no valid token.' }) };
  }),

  overrideAllowed: calls.platform.overrideAllowed.handler(({ context, input }) => ({
    allowed: isAllowedOrigin(context.app.config.devOrigins, input.origin),
  })),

  setOverride: calls.platform.setOverride.handler(async ({ context, input }) => {
    const registryFor = await openFor(open, context);
    const remote = remoteFor(
      registryOf(context, registryFor),
      () => registryOf(context, registryFor, 'customer'),
      input.remote,
    );
    await setOverride(context, input, remote?.manifest);
    return { status: true as const, redirectUrl: firstPage(remote?.manifest, { role: shownRole(signedIn(context)) }) };
  }),

  clearOverride: calls.platform.clearOverride.handler(async ({ context, input }) => {
    await clearOverride(context, input.reason);
    return { status: true as const };
  }),
});
