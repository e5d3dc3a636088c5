import { useQuery } from '@tanstack/react-query';
import { t, type AccountExport } from '@panel/core';
import { Button, Card, formatBytes, formatDate, Inline, Stack, Text } from '@panel/ui';
import { accountExportQuery, useExportLink, useStartExport } from '@panel/resources/account';
import { fullLoad } from './full-load.ts';

/** What became of the newest archive. */
function stateOf({ status, size, expires_at }: AccountExport): string {
  if (status === 'running') return t('Your archive is being made. You can leave this page.');
  if (status === 'failed') return t('The archive could not be made. Try again, or contact support.');
  return t('An archive of {size} is ready until {date}.', {
    size: formatBytes(size ?? 0),
    date: formatDate(expires_at ?? ''),
  });
}

/** Makes an archive of everything that belongs to the account, and offers it until it ends. */
export function ExportCard() {
  const { data } = useQuery(accountExportQuery);
  const start = useStartExport();
  const link = useExportLink(fullLoad);
  const made = data?.export;
  return (
    <Card title={t('Your data')}>
      <Stack gap={3}>
        <Text as="p">
          {t(
            'An archive with your account, sites, applications, DNS records, licenses, invoices and activity, as JSON and CSV. Files of your sites are in their backups.',
          )}
        </Text>
        {made && (
          <Text as="p" tone="soft">
            {stateOf(made)}
          </Text>
        )}
        <Inline gap={2}>
          {made?.status === 'ready' && (
            <Button kind="primary" loading={link.isPending} onClick={() => link.mutate()}>
              {t('Download archive')}
            </Button>
          )}
          <Button
            loading={start.isPending}
            disabledReason={made?.status === 'running' ? t('An archive is being made.') : null}
            onClick={() => start.mutate()}
          >
            {t('Make an archive')}
          </Button>
        </Inline>
      </Stack>
    </Card>
  );
}
