import type { GithubAccess } from '@panel/contract';
import type { InstallationState } from '../../db/schema.ts';

type Facts = { installationId: number | null; repositoryLostAt: Date | null };

/** What the panel may do with the repository of an application; null for one that is not read by the App. */
export function githubAccess(
  { installationId, repositoryLostAt }: Facts,
  state: InstallationState | null,
): GithubAccess | null {
  if (installationId === null) return null;
  if (state === null) return 'disconnected';
  if (state !== 'active') return state;
  return repositoryLostAt === null ? 'ok' : 'repository';
}

/** Why its code cannot be read, and what its owner can do. */
export const ACCESS_TEXTS: Readonly<Record<Exclude<GithubAccess, 'ok'>, string>> = {
  disconnected: 'GitHub is not connected any more. Connect it again on the page of the application.',
  removed: 'The panel was removed at GitHub, or you may no longer read it there. Install it again at GitHub.',
  suspended: 'The panel was suspended at GitHub. Its owner can unsuspend it there.',
  repository: 'The panel may no longer read this repository. Choose it again at GitHub, under Configure.',
};
