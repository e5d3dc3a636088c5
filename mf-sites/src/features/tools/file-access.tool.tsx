import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { FtpAccess, FtpConnection } from '@panel/core';
import { Banner, Button, Card, ConfirmDialog, EmptyState, RelativeTime, Select, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { Form, FormField, useForm } from '@panel/ui/form';
import { ACCESS_PERIODS, ftpQuery, useEndFtp, useStartFtp } from '@panel/resources/site-access';
import { AccessDetails } from '../site/access-details.tsx';
import { ToolData } from '@panel/workload/parts';
import type { ToolProps } from './tool-props.ts';

const PeriodForm = v.object({ period: v.pipe(v.string(), v.transform(Number)) });

const columns: readonly Column<FtpConnection>[] = [
  { key: 'address', title: t('Address'), render: ({ address }) => <Text mono>{address}</Text> },
  {
    key: 'started_at',
    title: t('Connected'),
    width: '180px',
    render: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    key: 'ended_at',
    title: t('Disconnected'),
    width: '180px',
    render: ({ ended_at }) => (ended_at ? <RelativeTime at={ended_at} /> : t('Still connected')),
  },
];

/** Who connected, the newest first. */
const Connections = ({ connections }: Pick<FtpAccess, 'connections'>) => (
  <Card title={t('Connections')} flush>
    <ResourceTable
      caption={t('Connections')}
      columns={columns}
      query={{
        rows: [...connections],
        total: connections.length,
        pageIndex: 0,
        pageSize: Math.max(1, connections.length),
      }}
      whole
      onChange={() => undefined}
      rowKey={({ id }) => id}
      rowLabel={({ address }) => address}
      empty={
        <EmptyState
          icon="users"
          level={3}
          title={t('No connections yet')}
          text={t('Clients that connect will appear here.')}
        />
      }
    />
  </Card>
);

type OpenProps = { given: FtpAccess; password: string | null; onEnd: () => void };

/** How to connect. The password is known only right after it was made. */
function OpenAccess({ given, password, onEnd }: OpenProps) {
  return (
    <Stack gap={4}>
      {password && (
        <Banner kind="success" live title={t('Access is open')}>
          {t('Copy the password now. It is not shown again.')}
        </Banner>
      )}
      <AccessDetails given={given} password={password} />
      <div>
        <Button kind="danger" icon="close" onClick={onEnd}>
          {t('End access')}
        </Button>
      </div>
    </Stack>
  );
}

/** The files of the site for an SFTP client, for some hours. */
export function FileAccessTool({ siteId, reason }: Pick<ToolProps, 'siteId' | 'reason'>) {
  const result = useQuery(ftpQuery(siteId));
  const start = useStartFtp(siteId);
  const end = useEndFtp(siteId);
  const [ending, setEnding] = useState(false);
  const form = useForm({
    schema: PeriodForm,
    values: { period: '4' },
    guard: false,
    onSubmit: ({ period }) => start.mutateAsync(period),
  });
  const finish = () =>
    end.mutate(undefined, {
      onSettled: () => setEnding(false),
      onSuccess: () => start.reset(),
    });
  return (
    <Stack gap={4}>
      <Card title={t('SFTP access')}>
        <ToolData result={result} reason={undefined} what={t('the SFTP access')}>
          {(given) =>
            given.server === null ? (
              <Banner kind="info">{t('SFTP is not available on this server. Contact support if you need it.')}</Banner>
            ) : given.access ? (
              <OpenAccess given={given} password={start.data?.password ?? null} onEnd={() => setEnding(true)} />
            ) : (
              <Stack gap={4}>
                <Text as="p" tone="soft">
                  {t(
                    'Opens the files of this site to an SFTP client such as FileZilla. Access ends by itself after the time you choose.',
                  )}
                </Text>
                <Form
                  form={form}
                  submitLabel={t('Open access')}
                  submitDisabledReason={reason ?? null}
                  aria-label={t('SFTP access')}
                >
                  <FormField form={form} name="period" label={t('Open for')}>
                    {(input) => <Select {...input} options={ACCESS_PERIODS} />}
                  </FormField>
                </Form>
              </Stack>
            )
          }
        </ToolData>
      </Card>
      {result.data && (result.data.access || result.data.connections.length > 0) && (
        <Connections connections={result.data.connections} />
      )}
      {ending && (
        <ConfirmDialog
          title={t('End SFTP access')}
          confirmLabel={t('End access')}
          danger
          busy={end.isPending}
          onClose={() => setEnding(false)}
          onConfirm={finish}
        >
          {t('Open connections are closed, and transfers that are running stop. The files stay as they are.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
