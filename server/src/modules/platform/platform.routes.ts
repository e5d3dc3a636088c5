import type { Partner, User } from '@panel/contract';
import type { Registry } from '@panel/contract/manifest';
import type { CallContext } from '../../http/call-context.ts';
import { calls } from '../../http/implement.ts';
import { remoteFor, withOverride } from '../../web/overrides.ts';
import { publicPartner } from '../partner/public-partner.ts';
import { publicUser } from '../user/public-user.ts';
import { isAllowedOrigin } from './override-rules.ts';
import { clearOverride, firstPage, setOverride } from './override.service.ts';

/** The remotes that a visitor of a partner may load. */
export type RegistryFor = (partner: Partner, user: User | null) => Registry;

/** What the caller gets, or what a customer in their place would. */
function registryOf({ app, partner, viewer }: CallContext, registryFor: RegistryFor, role = viewer?.user.role): Registry {
  return registryFor(publicPartner(app.config, partner), viewer && role ? { ...publicUser(viewer.user, partner), role } : null);
}

/** `registryFor` belongs to the front end that this process serves. */
export const platformRoutes = (registryFor: RegistryFor) => ({
  registry: calls.platform.registry.handler(({ context }) => withOverride(registryOf(context, registryFor), context.viewer?.override, () => registryOf(context, registryFor, 'customer'))),

  overrideAllowed: calls.platform.overrideAllowed.handler(({ context, input }) => ({ allowed: isAllowedOrigin(context.app.config.devOrigins, input.origin) })),

  setOverride: calls.platform.setOverride.handler(async ({ context, input }) => {
    const remote = remoteFor(registryOf(context, registryFor), () => registryOf(context, registryFor, 'customer'), input.remote);
    await setOverride(context, input, remote?.manifest);
    return { status: true as const, redirectUrl: firstPage(remote?.manifest) };
  }),

  clearOverride: calls.platform.clearOverride.handler(async ({ context, input }) => {
    await clearOverride(context, input.reason);
    return { status: true as const };
  }),
});
