import { t, type DnsRecord, type DnsZone } from '@panel/core';
import { readableText, recordData } from '@panel/contract/schemas';
import { Badge, Banner, Button, Card, Inline, Stack, Text } from '@panel/ui';
import { ttlLabel, useSaveZone } from '@panel/resources/dns';
import type { ZoneDraft } from './use-zone-draft.ts';

type Mark = { label: string; tone: 'success' | 'danger' | 'info'; records: readonly DnsRecord[] };

function Change({ mark: { label, tone }, record }: { mark: Mark; record: DnsRecord }) {
  return (
    <Inline gap={2}>
      <Badge tone={tone}>{label}</Badge>
      <Text className="p-break">
        {record.name} {record.type} {readableText(recordData(record))} ({ttlLabel(record.ttl)})
      </Text>
    </Inline>
  );
}

type Props = { zone: DnsZone; draft: ZoneDraft };

/** What saving changes, before it is saved. */
export function ChangesCard({ zone, draft }: Props) {
  const save = useSaveZone(zone.fqdn);
  const { added, removed, changed } = draft.difference;
  const marks: Mark[] = [
    { label: t('Added'), tone: 'success', records: added },
    { label: t('Deleted'), tone: 'danger', records: removed },
    { label: t('New TTL'), tone: 'info', records: changed },
  ];
  const send = () =>
    save.mutate({ serial: draft.serial, records: draft.records }, { onSuccess: ({ data }) => draft.reset(data) });
  return (
    <Card
      title={t('{count, plural, one {# unsaved change} other {# unsaved changes}}', { count: draft.changes })}
      footer={
        <>
          <Button
            icon="refresh"
            onClick={draft.undo}
            disabledReason={draft.canUndo ? null : t('There is nothing to undo.')}
          >
            {t('Undo')}
          </Button>
          <Button onClick={() => draft.reset(zone)}>{t('Discard changes')}</Button>
          <Button kind="primary" loading={save.isPending} onClick={send}>
            {t('Save changes')}
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {save.error && (
          <Banner kind="danger" live>
            {save.error.message}
          </Banner>
        )}
        {marks.flatMap((mark) =>
          mark.records.map((record) => (
            <Change
              key={`${mark.label} ${record.name} ${record.type} ${recordData(record)}`}
              mark={mark}
              record={record}
            />
          )),
        )}
      </Stack>
    </Card>
  );
}
