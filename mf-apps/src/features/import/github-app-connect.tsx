import { t } from '@panel/core';
import { useLocation, useSearchParams } from '@panel/core/router';
import { Banner, Button, Card, Stack, Text } from '@panel/ui';
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

/** Connects GitHub by the App, and says when that has failed. */
export function GithubAppConnect({ again }: { again?: Error }) {
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
