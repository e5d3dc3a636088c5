import type { CommitState } from '@panel/contract';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { GithubStatus } from '../github/github-api.ts';
import { createGithubHttp } from '../github/github-http.ts';
import { githubAccess } from '../github-app/access.ts';
import { installationToken } from '../github-app/app-client.ts';
import { recordCheckRun, type toldOf } from './commit-status.repo.ts';

type Told = NonNullable<Awaited<ReturnType<typeof toldOf>>> & { repository: string; commit: string };

const Made = v.object({ id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });
const SHOWN: Readonly<Record<CommitState, { status: string; conclusion?: string }>> = {
  queued: { status: 'queued' },
  pending: { status: 'in_progress' },
  success: { status: 'completed', conclusion: 'success' },
  failure: { status: 'completed', conclusion: 'failure' },
  error: { status: 'completed', conclusion: 'cancelled' },
};

/**
 * Writes the state of a build to its commit as a check run, by a token of the installation that can do nothing else. One that is made
 * is changed afterwards. @throws PanelError GITHUB_NOT_CONNECTED when the App may not, GITHUB_REFUSED, GITHUB_UNAVAILABLE
 */
export async function tellCheckRun(
  app: AppContext,
  build: Told,
  { context: name, target_url, description }: GithubStatus,
  signal: AbortSignal,
): Promise<void> {
  const { installationId, repositoryId, repository, commit, checkRunId, state, id } = build;
  const isAllowed = githubAccess(build, build.installationState) === 'ok';
  if (installationId === null || repositoryId === null || !isAllowed) throw new PanelError('GITHUB_NOT_CONNECTED');
  const token = await installationToken(app, { installationId, repositoryId }, { checks: 'write' }, signal);
  const { ask } = createGithubHttp(app.config.githubApiUrl, token, signal);
  const about = {
    ...{ ...SHOWN[state], details_url: target_url },
    output: { title: description, summary: `${description}. [Show it](${target_url})` },
  };
  const path = `/repos/${repository}/check-runs`;
  const what = `The commit ${commit.slice(0, 7)}`;
  if (checkRunId !== null) {
    await ask(`${path}/${checkRunId}`, Made, { method: 'PATCH', body: about, what });
    return;
  }
  const body = { ...about, name, head_sha: commit, external_id: id };
  const made = await ask(path, Made, { method: 'POST', body, what });
  await recordCheckRun(app.db, id, made.id);
}
