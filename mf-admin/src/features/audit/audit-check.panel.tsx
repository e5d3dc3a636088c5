import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Banner, Button, ErrorState, SidePanel, Skeleton, Stack, Text } from '@panel/ui';
import { auditCheckQuery, checkText } from '@panel/resources/audit';

/** Checks the chain of the log now, and shows what was found. */
export function AuditCheckPanel({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(auditCheckQuery);
  return (
    <SidePanel
      open
      title={t('Check the log')}
      onClose={onClose}
      footer={
        <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
          {t('Check again')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text as="p">
          {t(
            'Each line has a hash over itself and the line before it, so that a line that was changed or removed is noticed.',
          )}
        </Text>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data || isFetching ? (
          <Skeleton kind="text" rows={2} />
        ) : (
          <Banner
            kind={data.fault ? 'danger' : 'success'}
            live
            title={data.fault ? t('The log is not as it was written') : t('The log is complete')}
          >
            {checkText(data)}
          </Banner>
        )}
      </Stack>
    </SidePanel>
  );
}
