import type { GithubAccess, Sentence } from '@panel/contract';
import type { InstallationState } from '../../db/schema.ts';
import { sentence } from '../../lib/sentence.ts';

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

/** Why its code cannot be read, and what its owner can do; as on the page of the application. */
export const ACCESS_TEXTS: Readonly<Record<Exclude<GithubAccess, 'ok'>, Sentence>> = {
  disconnected: sentence(
    'GitHub is not connected any more. What is published stays; connect GitHub to build it again.',
  ),
  removed: sentence(
    'The panel was removed at GitHub, or you may no longer read it there. What is published stays; install it again to build.',
  ),
  suspended: sentence('The panel was suspended at GitHub. What is published stays; its owner can unsuspend it there.'),
  repository: sentence(
    'We may no longer read this repository. What is published stays; choose it again at GitHub to build.',
  ),
};
