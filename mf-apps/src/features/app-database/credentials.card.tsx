import { useState } from 'react';
import { t, type App } from '@panel/core';
import type { AppDatabase, AppDatabaseState } from '@panel/contract';
import { Banner, Button, Card, ConfirmDialog, CopyText, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotChangeDatabase, useChangeDatabase, useDatabaseCredentials } from '@panel/resources/app';

type Props = { app: App; given: AppDatabaseState; database: AppDatabase };

/** What the code of an application connects with: shown when asked for, and replaced by a click. */
export function CredentialsCard({ app, given, database }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const show = useDatabaseCredentials(app.id);
  const rotate = useChangeDatabase(app.id, 'rotate');
  const shown = show.data?.data;
  const replace = () =>
    rotate.mutate(undefined, {
      onSuccess: () => {
        show.reset();
        setIsAsked(false);
      },
    });
  return (
    <Card title={t('Credentials')}>
      <Stack gap={3}>
        <Text as="p" tone="soft">
          {t(
            'Your code reads the whole address from DATABASE_URL while it runs. The address works inside of the application alone; nothing else reaches the database.',
          )}
        </Text>
        {show.error && (
          <Banner kind="danger" live>
            {show.error.message}
          </Banner>
        )}
        {shown && (
          <DataList
            items={[
              { key: 'url', label: t('Address'), value: <CopyText text={shown.url} label={t('Copy the address')} /> },
              { key: 'host', label: t('Host'), value: `${shown.host}:${shown.port}` },
              { key: 'database', label: t('Database'), value: shown.database },
              { key: 'user', label: t('User'), value: shown.user },
              {
                key: 'password',
                label: t('Password'),
                value: <CopyText text={shown.password} label={t('Copy the password')} />,
              },
            ]}
          />
        )}
        <Inline>
          {shown ? (
            <Button onClick={() => show.reset()}>{t('Hide credentials')}</Button>
          ) : (
            // While a new password is made, the one before it would be shown.
            <Button
              icon="key"
              loading={show.isPending}
              disabledReason={cannotChangeDatabase({ ...given, missing: null })}
              onClick={() => show.mutate()}
            >
              {t('Show credentials')}
            </Button>
          )}
          <Button icon="refresh" disabledReason={cannotChangeDatabase(given)} onClick={() => setIsAsked(true)}>
            {t('New password')}
          </Button>
          <Text size="s" tone="muted">
            {t('Password created')} <RelativeTime at={database.password_at} />
          </Text>
        </Inline>
        {isAsked && (
          <ConfirmDialog
            title={t('New password?')}
            confirmLabel={t('New password')}
            busy={rotate.isPending}
            error={rotate.error}
            onConfirm={replace}
            onClose={() => setIsAsked(false)}
          >
            <Text as="p">
              {t('The application is restarted with the new password. The one before it stops working at once.')}
            </Text>
          </ConfirmDialog>
        )}
      </Stack>
    </Card>
  );
}
