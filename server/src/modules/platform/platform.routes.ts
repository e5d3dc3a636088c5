import type { Partner, User } from '@panel/contract';
import type { Registry } from '@panel/contract/manifest';
import { calls } from '../../http/implement.ts';
import { publicPartner } from '../partner/public-partner.ts';
import { publicUser } from '../user/public-user.ts';

/** The remotes that a visitor of a partner may load. */
export type RegistryFor = (partner: Partner, user: User | null) => Registry;

/** `registryFor` belongs to the front end that this process serves. */
export const platformRoutes = (registryFor: RegistryFor) => ({
  registry: calls.platform.registry.handler(({ context }) => {
    const { app, partner, viewer } = context;
    return registryFor(publicPartner(app.config, partner), viewer && publicUser(viewer.user, partner));
  }),
});
