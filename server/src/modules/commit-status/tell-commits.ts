import type { CommitState } from '@panel/contract';
import { addressesOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { tellCheckRun } from './check-run.ts';
import { githubOf } from '../github/github.service.ts';
import { claimUntold, recordTold, recordUntold, toldOf } from './commit-status.repo.ts';

const AT_ONCE = 3;
/** Longer than the answers of GitHub may take to all that are claimed at once, each up to 20 seconds, and a token before it. */
const CLAIM_MS = AT_ONCE * 45_000;
const FIRST_WAIT_MS = 30_000;
/** How often it is tried, by why it failed; everything else is tried once. */
const ATTEMPTS: Readonly<Record<string, number>> = { GITHUB_UNAVAILABLE: 8, GITHUB_REFUSED: 3 };
/** GitHub's longest context has 255 characters. */
const FQDN_MAX = 240;

const DESCRIPTIONS: Readonly<Record<CommitState, string>> = {
  queued: 'waits for its turn',
  pending: 'is being built',
  success: 'is published',
  failure: 'failed',
  error: 'was not finished',
};

type Told = NonNullable<Awaited<ReturnType<typeof toldOf>>>;

/** GitHub shows at most 255 characters; a status has no state for what waits. */
function statusOf({ config }: Pick<AppContext, 'config'>, build: Told) {
  const address = addressesOf(config);
  const { state, number, appId, id, label, sitesDomain, panelHost, previewId, isEnded, fqdn } = build;
  const log = `${address(panelHost)}/manage-app/build/${appId}?build=${id}`;
  const isShown = state === 'success' && label !== null && !isEnded;
  return {
    ...{ state: state === 'queued' ? ('pending' as const) : state },
    ...{ target_url: isShown ? address(`${label}.${sitesDomain}`) : log },
    description: `Build ${number} ${DESCRIPTIONS[state]}`,
    context: `${fqdn.slice(0, FQDN_MAX)}/${previewId === null ? 'production' : 'preview'}`,
  };
}

/**
 * Tells commits at GitHub what became of their builds, outside of any transaction: a build never waits for GitHub and never fails with
 * it. What is not told is tried again later, also by another process; a repository that refuses it is left alone.
 */
export async function tellCommits(app: AppContext, signal: AbortSignal): Promise<void> {
  const now = app.clock.now();
  const claimed = await claimUntold(app.db, now, new Date(now.getTime() + CLAIM_MS), AT_ONCE);
  for (const id of claimed) {
    if (signal.aborted) return;
    const build = await toldOf(app.db, id);
    if (!build) continue;
    const { repository, commit, source, customerId, state, attempts, isOutdone } = build;
    // A build that ended before its commit was known has none to tell, and one that was repeated would say what is no longer so.
    if (repository === null || commit === null || source !== 'github' || isOutdone) {
      await recordUntold(app.db, id, null);
      continue;
    }
    try {
      if (build.installationId !== null) {
        await tellCheckRun(app, { ...build, repository, commit }, statusOf(app, build), signal);
      } else {
        const github = await githubOf(app, customerId, signal);
        await github.status(repository, commit, statusOf(app, build));
      }
      await recordTold(app.db, id, state);
    } catch (error) {
      const most = error instanceof PanelError ? (ATTEMPTS[error.code] ?? 1) : 1;
      const again = attempts + 1 >= most ? null : new Date(app.clock.now().getTime() + FIRST_WAIT_MS * 2 ** attempts);
      if (!(error instanceof PanelError)) app.log.warn({ err: error, buildId: id }, 'a commit could not be told');
      await recordUntold(app.db, id, again);
    }
  }
}
