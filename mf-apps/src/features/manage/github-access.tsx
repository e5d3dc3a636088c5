import { t, type App } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { useQuery } from '@tanstack/react-query';
import type { GithubAccess } from '@panel/contract';
import { Banner, Button, ButtonLink, Inline } from '@panel/ui';
import { appOverviewPath } from '@panel/resources/app';
import { githubInstallationsQuery, useCheckGithubApp } from '@panel/resources/github';
import { ConnectGithubButton } from '../import/github-app-connect.tsx';

const TEXTS: Readonly<Record<Exclude<GithubAccess, 'ok'>, string>> = {
  disconnected: t('GitHub is not connected any more. What is published stays; connect GitHub to build it again.'),
  removed: t(
    'The panel was removed at GitHub, or you may no longer read it there. What is published stays; install it again to build.',
  ),
  suspended: t('The panel was suspended at GitHub. What is published stays; its owner can unsuspend it there.'),
  repository: t('We may no longer read this repository. What is published stays; choose it again at GitHub to build.'),
};

const FAILED = t(
  'You have not agreed at GitHub, it took too long, or it began in another browser. Connect GitHub again.',
);

/** Says that the App may not read the repository of an application, and what its owner can do. */
export function GithubAccessBanner({ app }: { app: App }) {
  const { github_access: access } = app.repository;
  const hasFailed = useSearchParams()[0].get('error') === 'GITHUB_CONNECT_FAILED';
  if (access === null || access === 'ok') return null;
  return (
    <Banner kind="warning" title={t('GitHub does not let us read the code')} action={<WayBack app={app} />}>
      {hasFailed ? FAILED : TEXTS[access]}
    </Banner>
  );
}

function WayBack({ app }: { app: App }) {
  const isDisconnected = app.repository.github_access === 'disconnected';
  const { data, error } = useQuery({ ...githubInstallationsQuery, enabled: !isDisconnected });
  const check = useCheckGithubApp();
  if (isDisconnected || error) return <ConnectGithubButton next={appOverviewPath(app.id)} />;
  if (!data) return null;
  return (
    <Inline>
      <ButtonLink href={data.install_url} newTab>
        {t('Configure on GitHub')}
      </ButtonLink>
      <Button icon="refresh" call="github.appInstallations" onClick={() => check.mutate()} loading={check.isPending}>
        {t('Check again')}
      </Button>
    </Inline>
  );
}
