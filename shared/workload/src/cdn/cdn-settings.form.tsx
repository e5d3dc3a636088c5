import { useSuspenseQuery } from '@tanstack/react-query';
import { CdnCacheSettings, type CDN_CACHE_TIMES } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Banner, Card, Checkbox, Select, Stack } from '@panel/ui';
import { FieldList, Form, FormField, useForm, useWatch } from '@panel/ui/form';
import {
  CACHE_TIMES,
  cdnSettingsQuery,
  fileTypeLabel,
  freeFileTypes,
  OFF_REASONS,
  useSaveCdnSettings,
} from '@panel/resources/cdn';
import type { Workload } from '@panel/resources/workload';

type CacheTime = (typeof CDN_CACHE_TIMES)[number];
type TimeInput = { name: string; value: CacheTime; onChange: (value: CacheTime) => void; onBlur: () => void };

const NEW_RULE_TIME = 86_400;

/** One of the cache times. */
const TimeSelect = ({ value, onChange, ...input }: TimeInput) => (
  <Select
    {...input}
    options={CACHE_TIMES}
    value={String(value)}
    onChange={(seconds) => seconds !== '' && onChange(Number(seconds) as CacheTime)}
  />
);

const FLAGS = [
  {
    name: 'is_stale',
    label: t('Serve expired content'),
    help: t(
      'Visitors get the previous version while it is renewed, and for up to a day when the origin does not answer.',
    ),
  },
  {
    name: 'ignore_cache',
    label: t('Ignore the origin’s max-age'),
    help: t('The times above count instead of those that the origin sends. What it marks as private is never cached.'),
  },
  {
    name: 'qsh',
    label: t('Treat query strings as separate cacheable items'),
    help: t('When off, query strings are ignored when caching files. Pages are always separate.'),
  },
] as const;

/** What the cache keeps of a site or an application, and for how long. */
export function CdnSettingsForm({ workload }: { workload: Workload }) {
  const { data: settings } = useSuspenseQuery(cdnSettingsQuery(workload.id));
  const save = useSaveCdnSettings(workload);
  const { file_type, default_cache_time, is_stale, ignore_cache, qsh, saved_at, off_reason } = settings;
  const form = useForm({
    schema: CdnCacheSettings,
    values: { file_type, default_cache_time, is_stale, ignore_cache, qsh },
    saved: { file_type, default_cache_time, is_stale, ignore_cache, qsh },
    onSubmit: (input, expected) => save.mutateAsync({ ...input, expected }),
  });
  const rules = useWatch({ control: form.control, name: 'file_type' });
  const free = freeFileTypes(rules);
  return (
    <Card title={t('Cache settings')}>
      <Stack gap={4}>
        {off_reason && <Banner kind="info">{OFF_REASONS[off_reason]}</Banner>}
        {!off_reason && !saved_at && <Banner kind="info">{t('Caching uses defaults until you save.')}</Banner>}
        <Form form={form} submitLabel={t('Save')} aria-label={t('Cache settings')}>
          <FormField
            form={form}
            name="default_cache_time"
            label={t('Default cache time')}
            help={t(
              'For pages and files without a time of their own. Visitors who are signed in are never served from the cache.',
            )}
          >
            {(input) => <TimeSelect {...input} />}
          </FormField>
          <FieldList
            form={form}
            name="file_type"
            label={t('File types')}
            rowLabel={t('File type')}
            movable={false}
            newRow={{ type: free[0] ?? '', duration: NEW_RULE_TIME }}
            addDisabledReason={free.length === 0 ? t('Every file type has a rule.') : null}
          >
            {(row) => (
              <>
                <FormField form={form} name={`${row}.type`} label={t('File type')}>
                  {({ value, onChange, ...input }) => (
                    <Select
                      {...input}
                      value={value}
                      onChange={(type) => type !== '' && onChange(type)}
                      options={[value, ...free.filter((type) => type !== value)].map((type) => ({
                        value: type,
                        label: fileTypeLabel(type),
                      }))}
                    />
                  )}
                </FormField>
                <FormField form={form} name={`${row}.duration`} label={t('Cache time')}>
                  {(input) => <TimeSelect {...input} />}
                </FormField>
              </>
            )}
          </FieldList>
          {FLAGS.map(({ name, label, help }) => (
            <FormField key={name} form={form} name={name} label={label} hideLabel>
              {({ value, onChange }) => <Checkbox label={label} help={help} checked={value} onChange={onChange} />}
            </FormField>
          ))}
        </Form>
      </Stack>
    </Card>
  );
}
