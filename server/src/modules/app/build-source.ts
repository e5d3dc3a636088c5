import type { AppContext } from '../../context/app-context.ts';
import type { BuildSource } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { previewIdOf } from '../../hosting/preview-id.ts';
import { appFiles } from '../../archive/stored-zips.ts';
import { githubWebUrl } from '../github/github-api.ts';
import { findAccount } from '../github/github.repo.ts';
import { promotedRelease, type BuildRow } from './app-build.repo.ts';
import type { AppRow, AppWorkload } from './app.repo.ts';

type Deps = Pick<AppContext, 'config' | 'db' | 'secrets' | 'uploads'>;

/** Where the code of a build comes from, with the secrets that it needs. @throws HostingError SOURCE_UNAVAILABLE */
export async function buildSource(
  { config, db, secrets, uploads }: Deps,
  { workload, app }: { workload: AppWorkload; app: AppRow },
  build: BuildRow,
): Promise<BuildSource> {
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
  const account = workload.customerId === null ? undefined : await findAccount(db, workload.customerId);
  const url = `${githubWebUrl(config.githubApiUrl)}/${repository}.git`;
  return { kind: 'git', url, branch, commit, token: account ? secrets.open(account.token) : null };
}

const previewGone = (): HostingError =>
  new HostingError('SOURCE_UNAVAILABLE', 'The preview has ended. Deploy its commit instead.', {
    retryable: false,
  });

const sourceGone = (): HostingError =>
  new HostingError('SOURCE_UNAVAILABLE', 'This application has no repository. Choose one in its settings.', {
    retryable: false,
  });
