import * as v from 'valibot';
import { PURGE_ALL, PurgeAddress } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Banner, Button, Card, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { usePurgeCache } from '@panel/resources/cdn';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

const PurgeForm = v.object({ address: PurgeAddress });

/** Drops what the cache has: everything, or one address. */
export function CdnPurgeCard({ workload }: { workload: Workload }) {
  const all = usePurgeCache(workload);
  const some = usePurgeCache(workload);
  const form = useForm({
    schema: PurgeForm,
    values: { address: '' },
    guard: false,
    onSubmit: async ({ address }) => {
      await some.mutateAsync([address]);
      form.reset();
    },
  });
  return (
    <Card
      title={t('Purge cache')}
      actions={
        <Button icon="trash" loading={all.isPending} onClick={() => all.mutate([PURGE_ALL])}>
          {t('Purge all')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text as="p" tone="soft">
          {byKind(
            workload,
            t(
              'After a purge, visitors get the current version of your site. It is cached again from the next visit on.',
            ),
            t(
              'After a purge, visitors get the current version of your application. It is cached again from the next visit on.',
            ),
          )}
        </Text>
        {all.isError && (
          <Banner kind="danger" live>
            {all.error.message}
          </Banner>
        )}
        <Form form={form} submitLabel={t('Purge')} aria-label={t('Purge one address')}>
          <FormField
            form={form}
            name="address"
            label={t('Address')}
            help={t('Like /about, or /images/* for all below a folder.')}
            required
            autoComplete="off"
            spellCheck={false}
          />
        </Form>
      </Stack>
    </Card>
  );
}
