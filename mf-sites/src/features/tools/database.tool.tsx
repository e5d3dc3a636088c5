import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { DatabaseAccess } from '@panel/core';
import { Banner, Button, Card, ConfirmDialog, formatDate, Inline, Select, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { Form, FormField, useForm } from '@panel/ui/form';
import { ACCESS_PERIODS, databaseQuery, useEndDatabase, useOpenDatabase } from '@panel/resources/site-access';
import { ToolData } from '@panel/workload/parts';
import type { ToolProps } from './tool-props.ts';

const PeriodForm = v.object({ period: v.pipe(v.string(), v.transform(Number)) });

type OpenProps = {
  access: NonNullable<DatabaseAccess['access']>;
  reason: string | undefined;
  busy: boolean;
  onOpen: () => void;
  onEnd: () => void;
};

/** Since when the database is open and until when, and the way into it. */
const OpenDatabase = ({ access, reason, busy, onOpen, onEnd }: OpenProps) => (
  <Stack gap={4}>
    <DataList
      items={[
        { key: 'since', label: t('Open since'), value: formatDate(access.created_at) },
        { key: 'until', label: t('Ends'), value: formatDate(access.expires_at) },
      ]}
    />
    <Text as="p" tone="soft">
      {t('One browser at a time can use the database. Opening it again ends the session in any other browser.')}
    </Text>
    <Inline gap={2}>
      <Button kind="primary" icon="external" loading={busy} disabledReason={reason ?? null} onClick={onOpen}>
        {t('Open database')}
      </Button>
      <Button kind="danger" icon="close" onClick={onEnd}>
        {t('End access')}
      </Button>
    </Inline>
  </Stack>
);

/** The database of the site in the browser, for some hours. */
export function DatabaseTool({ site, siteId, reason }: ToolProps) {
  const result = useQuery(databaseQuery(siteId));
  const { open, isPending } = useOpenDatabase({ id: siteId, fqdn: site.fqdn });
  const end = useEndDatabase(siteId);
  const [ending, setEnding] = useState(false);
  const form = useForm({
    schema: PeriodForm,
    values: { period: '4' },
    guard: false,
    onSubmit: ({ period }) => open(period),
  });
  return (
    <Card title={t('Database')}>
      <ToolData result={result} reason={undefined} what={t('the access to the database')}>
        {({ available, access }) =>
          access ? (
            <OpenDatabase
              access={access}
              reason={reason}
              busy={isPending}
              // A failure is a notice of its own.
              onOpen={() => void open(null).catch(() => undefined)}
              onEnd={() => setEnding(true)}
            />
          ) : available ? (
            <Stack gap={4}>
              <Text as="p" tone="soft">
                {t(
                  'Opens the database of this site in a new tab with Adminer, to look at tables, run queries and edit rows. Changes apply to the site immediately and cannot be undone, so create a backup first. Access ends by itself after the time you choose.',
                )}
              </Text>
              <Form
                form={form}
                submitLabel={t('Open database')}
                submitDisabledReason={reason ?? null}
                aria-label={t('Access to the database')}
              >
                <FormField form={form} name="period" label={t('Open for')}>
                  {(input) => <Select {...input} options={ACCESS_PERIODS} />}
                </FormField>
              </Form>
            </Stack>
          ) : (
            <Banner kind="info">
              {t(
                'The database tool is not available: Adminer is not installed on this server. Contact support if you need it.',
              )}
            </Banner>
          )
        }
      </ToolData>
      {ending && (
        <ConfirmDialog
          title={t('End access to the database')}
          confirmLabel={t('End access')}
          danger
          busy={end.isPending}
          onClose={() => setEnding(false)}
          onConfirm={() => end.mutate(undefined, { onSettled: () => setEnding(false) })}
        >
          {t('Nobody can use the database in the browser any more. Changes that were made stay as they are.')}
        </ConfirmDialog>
      )}
    </Card>
  );
}
