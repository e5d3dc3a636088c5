import { t } from '@panel/core';
import { useState } from 'react';
import { SearchReplaceInput } from '@panel/contract/schemas';
import type { TableCount } from '@panel/core';
import { Banner, Button, Card, Checkbox, Dialog, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { Form, FormField, useForm, useWatch } from '@panel/ui/form';
import { useDryRun, useReplace } from '@panel/resources/site-tool';
import { NotShown } from './not-shown.tsx';
import type { ToolProps } from './tool-props.ts';

type Counted = { search: string; replace: string; tables: readonly TableCount[]; others: number };

const total = (tables: readonly TableCount[]): number =>
  tables.reduce((sum, { replacements }) => sum + replacements, 0);
const values = (count: number): string => t('{count, plural, one {# value} other {# values}}', { count });

/** What the dry run found, and the step to the live run. */
function DryRun({ result, onReplace }: { result: Counted; onReplace: () => void }) {
  const { search, tables, others } = result;
  const found = total(tables);
  if (found === 0)
    return (
      <Banner kind="info" live title={t('Nothing to replace')}>
        {t('No table contains “{search}”.', { search })}
      </Banner>
    );
  return (
    <Stack gap={3}>
      <Banner
        kind="success"
        live
        title={t('{count, plural, one {# value} other {# values}} would change', { count: found })}
        action={
          <Button kind="danger" onClick={onReplace}>
            {t('Replace')}
          </Button>
        }
      >
        {t('Nothing has been changed yet.')}
      </Banner>
      <DataList
        items={tables.map(({ table, replacements }) => ({ key: table, label: table, value: values(replacements) }))}
      />
      <NotShown count={others} />
    </Stack>
  );
}

/** Search and replace in the database: a dry run first, then the same texts for real. */
export function SearchReplaceTool({ site, reason, onStarted }: ToolProps) {
  const dryRun = useDryRun();
  const [result, setResult] = useState<Counted | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [isClearCache, setClearCache] = useState(true);
  const form = useForm({
    schema: SearchReplaceInput,
    values: { fqdn: site.fqdn, search: '', replace: '' },
    guard: false,
    onSubmit: async ({ fqdn, search, replace }) => {
      setResult(null);
      setResult({ search, replace, ...(await dryRun.mutateAsync({ fqdn, search, replace })) });
    },
  });
  const replace = useReplace((taskId) => {
    setConfirming(false);
    setResult(null);
    onStarted(taskId);
  });
  const [search, next] = useWatch({ control: form.control, name: ['search', 'replace'] });
  // The counts belong to other texts.
  const current = result?.search === search && result.replace === next ? result : null;
  return (
    <Card title={t('Search and replace')}>
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {t(
            'Replaces a text in all tables of the database. Serialized data stays valid, and passwords and post identifiers stay as they are.',
          )}
        </Text>
        <Form
          form={form}
          submitLabel={t('Dry run')}
          submitDisabledReason={reason ?? null}
          aria-label={t('Search and replace')}
        >
          <FormField form={form} name="search" label={t('Search for')} required autoComplete="off" spellCheck={false} />
          <FormField form={form} name="replace" label={t('Replace with')} autoComplete="off" spellCheck={false} />
        </Form>
        {current && <DryRun result={current} onReplace={() => setConfirming(true)} />}
      </Stack>
      {current && (
        <Dialog
          open={confirming}
          title={t('Replace text')}
          onClose={() => setConfirming(false)}
          busy={replace.isPending}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('Cancel')}</Button>
              <Button
                kind="danger"
                loading={replace.isPending}
                disabledReason={reason}
                onClick={() =>
                  replace.mutate({ fqdn: site.fqdn, search: current.search, replace: current.replace, isClearCache })
                }
              >
                {t('Replace')}
              </Button>
            </>
          }
        >
          <Stack gap={3}>
            <Text as="p" className="p-break">
              {t(
                '{count, plural, one {# value} other {# values}} of {fqdn} will change from “{search}” to “{replace}”. We back up the site first, so that you can go back.',
                { count: total(current.tables), fqdn: site.fqdn, search: current.search, replace: current.replace },
              )}
            </Text>
            <Checkbox label={t('Clear the cache afterwards')} checked={isClearCache} onChange={setClearCache} />
          </Stack>
        </Dialog>
      )}
    </Card>
  );
}
