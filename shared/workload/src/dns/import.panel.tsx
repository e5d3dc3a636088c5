import { useState } from 'react';
import { zoneDifference, ZONE_FILE_MAX_BYTES, zoneProblems } from '@panel/contract/schemas';
import { t, type DnsRecord } from '@panel/core';
import { Banner, Button, formatBytes, SidePanel, Stack, Text } from '@panel/ui';
import { useReadZoneFile } from '@panel/resources/dns';
import { FilePicker } from '../parts/file-picker.tsx';
import type { ZoneDraft } from './use-zone-draft.ts';

/** Providers name them in many ways. */
const ZONE_FILES = '.zone,.txt,.db,.dns,text/*';

type Props = { fqdn: string; draft: ZoneDraft; onClose: () => void };

/** What using the records of a file changes, compared with the draft. */
function summaryOf(before: readonly DnsRecord[], after: readonly DnsRecord[]): string {
  const { added, removed, changed } = zoneDifference(before, after);
  return t(
    '{count, plural, one {# record} other {# records}}: {added} new, {removed} no longer there, {changed} with another TTL.',
    { count: after.length, added: added.length, removed: removed.length, changed: changed.length },
  );
}

/** Reads a zone file, shows what it has, and puts its records into the draft. */
export function ImportPanel({ fqdn, draft, onClose }: Props) {
  const [refused, setRefused] = useState<string | null>(null);
  const read = useReadZoneFile(fqdn);
  const records = read.data?.records ?? [];
  const problems = zoneProblems(fqdn, records);
  const wrong = refused ?? read.error?.message;
  const use = () => {
    draft.replace(records);
    onClose();
  };
  const reason = !read.data
    ? t('Choose a zone file first.')
    : problems.length > 0
      ? t('Correct the file first.')
      : null;
  return (
    <SidePanel
      open
      title={t('Import a zone file')}
      onClose={onClose}
      busy={read.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" onClick={use} disabledReason={reason}>
            {t('Use these records')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text>
          {t(
            'Export the zone file (BIND format) at your former provider. Its records replace those on this page; nothing is saved until you save the changes. At most {limit}.',
            { limit: formatBytes(ZONE_FILE_MAX_BYTES) },
          )}
        </Text>
        <FilePicker
          label={t('Zone file')}
          accept={ZONE_FILES}
          maxBytes={ZONE_FILE_MAX_BYTES}
          loading={read.isPending}
          onChoose={(file) => {
            setRefused(null);
            read.mutate(file);
          }}
          onRefuse={setRefused}
        >
          {t('Choose a zone file')}
        </FilePicker>
        {wrong && (
          <Banner kind="danger" live>
            {wrong}
          </Banner>
        )}
        {read.data && (
          <Banner kind="info" live title={summaryOf(draft.records, records)}>
            {read.data.ignored.length > 0 &&
              t('{count, plural, one {# record} other {# records}} cannot be kept:', {
                count: read.data.ignored.length,
              })}
          </Banner>
        )}
        {read.data?.ignored.map(({ line, message }) => (
          <Text key={line} size="s" tone="muted">
            {t('Line {line}: {message}', { line, message })}
          </Text>
        ))}
        {problems.map(({ index, message }) => (
          <Text key={index} size="s">
            {records[index]?.name} {records[index]?.type}: {message}
          </Text>
        ))}
      </Stack>
    </SidePanel>
  );
}
