import { useQuery } from '@tanstack/react-query';
import type { StudioCommitted } from '@panel/contract';
import { t, type App } from '@panel/core';
import { Badge, Banner, Inline, Link } from '@panel/ui';
import { appPreviewsPath, buildPath, buildQuery, buildStatusLabels, shortCommit } from '@panel/resources/app';

type Props = { app: App; committed: StudioCommitted; production: string };

/** What became of a commit for visitors; of a build its state. */
function meaning({ committed, production }: Props): string {
  switch (committed.result) {
    case 'build':
      return t('It is being built and published.');
    case 'preview':
      return t('A preview of the branch is being built.');
    case 'off':
      return t('Deploy on push is off for this application, so nothing is built.');
    case 'branch':
      return t('Visitors get {branch}, and no preview is made of this branch.', { branch: production });
    case 'limit':
      return t('Nothing is built: the build time of this month is used up.');
    default:
      return t('It is built in a moment.');
  }
}

export function CommitResult(props: Props) {
  const { app, committed } = props;
  const { data: build } = useQuery({ ...buildQuery(committed.build_id ?? ''), enabled: committed.build_id !== null });
  return (
    <Banner kind="info" live title={t('Committed {commit}', { commit: shortCommit(committed.commit) })}>
      <Inline gap={2}>
        {/* Once it has ended, its state says it all. */}
        {(build?.ended_at ?? null) === null && meaning(props)}
        {build && (
          <>
            <Badge tone={buildStatusLabels[build.status].tone}>{buildStatusLabels[build.status].label}</Badge>
            <Link to={buildPath(app.id, build.id)}>{t('Build {number}', { number: build.number })}</Link>
          </>
        )}
        {committed.result === 'preview' && <Link to={appPreviewsPath(app.id)}>{t('Previews')}</Link>}
      </Inline>
    </Banner>
  );
}
