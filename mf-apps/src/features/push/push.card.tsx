import { t, type App } from '@panel/core';
import type { AppPush } from '@panel/contract';
import { Banner, Card, CopyText, Heading, Stack, Switch, Text } from '@panel/ui';
import { useChangeBranch } from '@panel/resources/app';
import { DeliveryList } from './delivery-list.tsx';
import { PushSecretPart } from './push-secret.tsx';

/** Whether a push builds, who may tell of one, and the last ones. */
export function PushCard({ app, given }: { app: App; given: AppPush }) {
  const change = useChangeBranch(app);
  const isByApp = app.repository.github_access !== null;
  const isElsewhere = !isByApp && (given.source === 'github' || given.source === 'git');
  return (
    <Card title={t('Deploy on push')}>
      <Stack gap={4}>
        {change.error && (
          <Banner kind="danger" live>
            {change.error.message}
          </Banner>
        )}
        <Switch
          label={t('Deploy on push')}
          help={
            given.branch === null
              ? t('A push builds and publishes the application.')
              : t('A push to the branch {branch} builds and publishes it. Other branches can have previews.', {
                  branch: given.branch,
                })
          }
          checked={given.auto_deploy}
          disabled={change.isPending}
          onChange={(auto_deploy) => change.mutate({ auto_deploy })}
        />
        {isByApp && (
          <Text as="p">
            {t('GitHub tells us of each push and pull request by itself, and shows each build at its commit.')}
          </Text>
        )}
        {isElsewhere && (
          <>
            <Stack gap={2}>
              <Heading level={3}>{t('Webhook address')}</Heading>
              <CopyText text={given.webhook_url} label={t('Copy the webhook address')} whole />
            </Stack>
            <PushSecretPart id={app.id} kind="webhook" given={given}>
              {t(
                'In the settings of your repository at GitHub, GitLab, Gitea, Forgejo or Bitbucket, add a webhook for pushes with this address and this secret.',
              )}
            </PushSecretPart>
          </>
        )}
        <PushSecretPart id={app.id} kind="hook" given={given}>
          {t(
            'An address for everything else, such as a CI job: a POST request to it builds the newest commit. Whoever knows it can start builds.',
          )}
        </PushSecretPart>
        <Stack gap={2}>
          <Heading level={3}>{t('Last deliveries')}</Heading>
          <DeliveryList id={app.id} deliveries={given.deliveries} />
        </Stack>
      </Stack>
    </Card>
  );
}
