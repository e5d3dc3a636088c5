import { call } from '../call.ts';
import { Registry } from '../schemas/manifest.ts';

export const platformCalls = {
  registry: call({ method: 'GET', path: '/platform/registry', summary: 'Remotes for this partner and user; read again by Retry', audience: 'public' })
    .output(Registry),
};
