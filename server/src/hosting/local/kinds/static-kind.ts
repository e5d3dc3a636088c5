import { staticSteps } from '../static-site.ts';
import type { LocalKind } from './kind.ts';

/** Files that a server of the panel's answers with. */
export const staticKind: LocalKind = {
  name: 'static',
  ports: ['snapshots', 'copies', 'fileAccess', 'deployable'],
  steps: (_toolsOf, folder, spec) => staticSteps(folder, spec),
  publicFiles: async (folder) => ({ root: folder.publicDir, mode: 'site' }),
};
