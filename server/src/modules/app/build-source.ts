import type { AppContext } from '../../context/app-context.ts';
import type { BuildSource } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { previewIdOf } from '../../hosting/preview-id.ts';
import { appFiles } from '../../archive/stored-zips.ts';
import { findAccount } from '../github/github.repo.ts';
import { ACCESS_TEXTS, githubAccess } from '../github-app/access.ts';
import { installationToken } from '../github-app/app-client.ts';
import { findInstallation } from '../github-app/github-app.repo.ts';
import { promotedRelease, type BuildRow } from './app-build.repo.ts';
import type { AppRow, AppWorkload } from './app.repo.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'secrets' | 'uploads'>;

/** Where the code of a build comes from, with the secrets that it needs. @throws HostingError SOURCE_UNAVAILABLE */
export async function buildSource(
  deps: Deps,
  { workload, app }: { workload: AppWorkload; app: AppRow },
  build: BuildRow,
): Promise<BuildSource> {
  const { config, db, secrets, uploads } = deps;
  const { id, branch, commit, trigger } = build;
  if (build.promotes !== null) {
    const release = await promotedRelease(db, build);
    if (!release) throw previewGone();
    return { kind: 'release', siteId: previewIdOf(app.id, release.key), buildId: release.buildId };
  }
  const { source, repository, templateId } = app;
  if (source === 'template') return { kind: 'template', id: templateId ?? 'static-page' };
  if (source === 'zip') {
    const file = appFiles(config).fileOf(id);
    return { kind: 'zip', file, list: () => uploads.run('importFiles', `build ${id}`, { file }) };
  }
  if (source === 'panel' && branch !== null) {
    // Until the first push a page says that the application is here.
    if (trigger === 'create') return { kind: 'template', id: 'static-page' };
    return { kind: 'repository', branch, commit };
  }
  if (repository === null || branch === null) throw sourceGone();
  if (source !== 'github') {
    const token = app.repositoryToken === null ? null : secrets.open(app.repositoryToken);
    return { kind: 'git', url: repository, branch, commit, token };
  }
  const url = `${config.githubUrl}/${repository}.git`;
  if (app.installationId !== null)
    return { kind: 'git', url, branch, commit, token: await tokenOfInstallation(deps, { workload, app }) };
  const account = workload.customerId === null ? undefined : await findAccount(db, workload.customerId);
  return { kind: 'git', url, branch, commit, token: account ? secrets.open(account.token) : null };
}

/** A token that reads the repository for an hour. @throws HostingError SOURCE_UNAVAILABLE, which says what its owner can do */
async function tokenOfInstallation(
  deps: Deps,
  { workload, app }: { workload: AppWorkload; app: AppRow },
): Promise<string> {
  const { installationId, repositoryId } = app;
  if (installationId === null || repositoryId === null) throw sourceGone();
  const { customerId } = workload;
  const link = customerId === null ? null : await findInstallation(deps.db, customerId, installationId);
  const access = githubAccess(app, link?.state ?? null);
  if (access !== null && access !== 'ok')
    throw new HostingError('SOURCE_UNAVAILABLE', ACCESS_TEXTS[access], { retryable: false });
  try {
    return await installationToken(deps, { installationId, repositoryId }, { contents: 'read' });
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    const retryable = error.code === 'GITHUB_UNAVAILABLE';
    throw new HostingError('SOURCE_UNAVAILABLE', error.message, { retryable, cause: error });
  }
}

const previewGone = (): HostingError =>
  new HostingError('SOURCE_UNAVAILABLE', 'The preview has ended. Deploy its commit instead.', {
    retryable: false,
  });

const sourceGone = (): HostingError =>
  new HostingError('SOURCE_UNAVAILABLE', 'This application has no repository. Choose one in its settings.', {
    retryable: false,
  });
