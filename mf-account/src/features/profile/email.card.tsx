import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type User } from '@panel/core';
import { Banner, Button, Card, formatDate, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { emailChangeQuery, useStopEmailChange } from '@panel/resources/account';

/** The account's email, and the change of it that waits for its confirmations. */
export function EmailCard({ user, onChange }: { user: User; onChange: () => void }) {
  const { data } = useSuspenseQuery(emailChangeQuery);
  const stop = useStopEmailChange();
  const { change } = data;
  const sideOf = (isConfirmed: boolean) => (isConfirmed ? t('Confirmed') : t('Not confirmed yet'));
  return (
    <Card title={t('Account')}>
      <Stack gap={4}>
        <DataList
          items={[
            { key: 'email', label: t('Email'), value: user.email },
            { key: 'username', label: t('User name'), value: user.username },
            { key: 'since', label: t('Joined'), value: formatDate(user.created_at) },
          ]}
        />
        {change && (
          <Banner
            kind="info"
            title={t('Waiting for both addresses')}
            action={
              <Button loading={stop.isPending} onClick={() => stop.mutate()}>
                {t('Stop the change')}
              </Button>
            }
          >
            <DataList
              items={[
                { key: 'old', label: user.email, value: sideOf(change.old_confirmed) },
                { key: 'new', label: change.email, value: sideOf(change.new_confirmed) },
                { key: 'until', label: t('Links work until'), value: formatDate(change.expires_at) },
              ]}
            />
          </Banner>
        )}
        <Button onClick={onChange}>{t('Change email')}</Button>
      </Stack>
    </Card>
  );
}
