import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { Banner, ButtonLink, Card, CopyText, Inline, Link, Stack, Text } from '@panel/ui';
import { appBuildSettingsPath, appPushQuery } from '@panel/resources/app';
import { studioPath } from '@panel/resources/studio';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { cloneCommand, firstPushCommands, pushCommands } from './git-commands.ts';
import { PushSecretPart } from './push-secret.tsx';
import './push.css';

export const prefetch = prefetchApp((id) => [appPushQuery(id)]);

/** /manage-app/connect: how its code comes from a computer to the panel. */
export const Component = appComponent(Connect);

/** Commands with a button that copies them. */
const Commands = ({ title, text }: { title: string; text: string }) => (
  <Stack gap={2}>
    <Inline justify="between">
      <Text>{title}</Text>
      <CopyText text={text} label={t('Copy: {name}', { name: title })} buttonOnly />
    </Inline>
    <pre className="p-mono push-commands">{text}</pre>
  </Stack>
);

function Connect({ app }: { app: App }) {
  const { data: push } = useSuspenseQuery(appPushQuery(app.id));
  const branch = push.branch ?? 'main';
  return (
    <AppPage
      app={app}
      title={t('Connect')}
      subtitle={t('Push code from your computer. The panel builds and publishes it.')}
      actions={
        push.git_url !== null &&
        push.git_missing === null && (
          <ButtonLink icon="edit" to={studioPath(app.id)}>
            {t('Edit code in the browser')}
          </ButtonLink>
        )
      }
    >
      {push.git_url === null ? (
        <Card title={t('The code is elsewhere')}>
          <Text as="p">
            {t('This application has no repository in the panel.')}{' '}
            <Link to={appBuildSettingsPath(app.id)}>{t('Deploy on push is in its build settings.')}</Link>
          </Text>
        </Card>
      ) : push.git_missing !== null ? (
        <Banner kind="warning" title={t('Git doesn’t run on this server')}>
          {push.git_missing}
        </Banner>
      ) : (
        <Stack gap={4}>
          <Card title={t('Deploy token')}>
            <Stack gap={2}>
              <PushSecretPart id={app.id} kind="git" given={push}>
                {t(
                  'Git asks for a user name and a password: enter any name, and this token as the password. It opens this repository alone. An API token with access to applications works, too.',
                )}
              </PushSecretPart>
            </Stack>
          </Card>
          <Card title={t('Commands')}>
            <Stack gap={4}>
              <Commands title={t('A project that you have')} text={pushCommands(push.git_url, branch)} />
              <Commands title={t('A new project')} text={firstPushCommands(push.git_url, branch)} />
              <Commands title={t('What is in the panel')} text={cloneCommand(push.git_url)} />
              <Text as="p" tone="soft">
                {t(
                  'A push to the branch {branch} builds and publishes it. Other branches are kept. Git tells you where the log of the build is.',
                  { branch },
                )}
              </Text>
            </Stack>
          </Card>
        </Stack>
      )}
    </AppPage>
  );
}
