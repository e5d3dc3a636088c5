import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '@panel/core';
import { Button, ErrorState, Field, formatDate, Inline, Select, SidePanel, Skeleton, Stack, Text } from '@panel/ui';
import type { HostedDatabase } from '@panel/resources/database';
import { ACCESS_PERIODS, databaseQuery, useEndDatabase, useOpenDatabase } from '@panel/resources/site-access';

/** Opens a database in the browser, for some hours. */
export function DatabaseAccessPanel({ row, onClose }: { row: HostedDatabase; onClose: () => void }) {
  const { data, error, refetch } = useQuery(databaseQuery(row.id));
  const { open, isPending } = useOpenDatabase(row);
  const end = useEndDatabase(row.id);
  const [period, setPeriod] = useState('4');
  // A failure is a notice of its own.
  const start = (hours: number | null) => void open(hours).catch(() => undefined);
  return (
    <SidePanel open title={row.fqdn} onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton kind="form" />
      ) : data.access ? (
        <Stack gap={4}>
          <Text as="p">{t('Open until {time}.', { time: formatDate(data.access.expires_at) })}</Text>
          <Inline gap={2}>
            <Button kind="primary" icon="external" loading={isPending} onClick={() => start(null)}>
              {t('Open database')}
            </Button>
            <Button kind="danger" icon="close" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {t('End access')}
            </Button>
          </Inline>
        </Stack>
      ) : (
        <Stack gap={4}>
          <Text as="p" tone="soft">
            {t('Opens the database in a new tab. Changes apply to the site immediately and cannot be undone.')}
          </Text>
          <Field label={t('Open for')}>
            <Select value={period} onChange={setPeriod} options={ACCESS_PERIODS} />
          </Field>
          <Button kind="primary" icon="external" loading={isPending} onClick={() => start(Number(period))}>
            {t('Open database')}
          </Button>
        </Stack>
      )}
    </SidePanel>
  );
}
