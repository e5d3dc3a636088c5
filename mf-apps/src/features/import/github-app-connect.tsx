import type { GithubAppConnection } from '@panel/contract';
import { t } from '@panel/core';
import { useLocation, useSearchParams } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, formatDate, Stack, Text } from '@panel/ui';
import { useConnectGithubApp } from '@panel/resources/github';

/** The way to GitHub and back to this page. */
export function ConnectGithubButton({ next }: { next: string }) {
  const connect = useConnectGithubApp(next);
  return (
    <Button
      kind="primary"
      iconEnd="external"
      call="github.appConnect"
      loading={connect.isPending}
      onClick={() => connect.mutate()}
    >
      {t('Connect GitHub')}
    </Button>
  );
}

export type EndedAccess = NonNullable<GithubAppConnection['revocation']>;

/** Access that GitHub has not taken back yet, and how somebody ends it there. */
function Ended({ ended: { login, state, until, settings_url: href } }: { ended: EndedAccess }) {
  const way = (
    <ButtonLink href={href} newTab>
      {t('Open GitHub')}
    </ButtonLink>
  );
  if (state === 'failed')
    return (
      <Banner kind="warning" title={t('Our access to {login} could not be ended', { login })} action={way}>
        {t('We have deleted its keys here. GitHub did not confirm that it ended the access; revoke it there.')}
      </Banner>
    );
  return (
    <Banner kind="info" title={t('Our access to {login} is being ended', { login })} action={way}>
      {t('We have asked GitHub to end it and try again until {date}. You can also revoke it there.', {
        date: formatDate(until),
      })}
    </Banner>
  );
}

/** Connects GitHub by the App, and says when that has failed. */
export function GithubAppConnect({ again, ended = null }: { again?: Error; ended?: EndedAccess | null }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const hasFailed = search.get('error') === 'GITHUB_CONNECT_FAILED';
  return (
    <Card title={t('Connect GitHub')}>
      <Stack gap={4}>
        {hasFailed && (
          <Banner kind="danger" live title={t('GitHub was not connected')}>
            {t(
              'You have not agreed at GitHub, it took too long, or it began in another browser. Connect GitHub again.',
            )}
          </Banner>
        )}
        {ended && <Ended ended={ended} />}
        {again && (
          <Banner kind="warning" live title={t('GitHub must be connected again')}>
            {again.message}
          </Banner>
        )}
        <Text as="p">
          {t(
            'You sign in at GitHub and choose there which repositories we may read. We need no access token of yours, and you can end it at any time.',
          )}
        </Text>
        <div>
          <ConnectGithubButton next={pathname} />
        </div>
      </Stack>
    </Card>
  );
}
