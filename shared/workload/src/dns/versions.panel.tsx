import { useSuspenseQuery } from '@tanstack/react-query';
import { zoneDifference } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Button, Card, Inline, RelativeTime, SidePanel, Stack, Text } from '@panel/ui';
import { dnsVersionsQuery } from '@panel/resources/dns';
import type { ZoneDraft } from './use-zone-draft.ts';

type Props = { fqdn: string; draft: ZoneDraft; onClose: () => void };

/** Saved versions, the newest first; one of them can be put into the draft. */
export function VersionsPanel({ fqdn, draft, onClose }: Props) {
  const { data: versions } = useSuspenseQuery(dnsVersionsQuery(fqdn));
  return (
    <SidePanel open title={t('Versions')} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
      <Stack gap={3}>
        <Text>{t('The records of a version replace those on this page. Nothing changes until you save.')}</Text>
        {versions.map(({ serial, records, saved_by, created_at }) => {
          const { added, removed, changed } = zoneDifference(draft.records, records);
          const isSame = added.length + removed.length + changed.length === 0;
          return (
            <Card key={serial} title={t('Version {serial}', { serial })} level={3}>
              <Stack gap={2}>
                <Inline gap={2}>
                  <RelativeTime at={created_at} />
                  <Text tone="muted" className="p-break">
                    {saved_by ? t('by {name}', { name: saved_by }) : t('by the panel')},{' '}
                    {t('{count, plural, one {# record} other {# records}}', { count: records.length })}
                  </Text>
                </Inline>
                <Button
                  size="s"
                  aria-label={t('Use version {serial}', { serial })}
                  disabledReason={isSame ? t('These records are already on this page.') : null}
                  onClick={() => {
                    draft.replace(records);
                    onClose();
                  }}
                >
                  {t('Use this version')}
                </Button>
              </Stack>
            </Card>
          );
        })}
      </Stack>
    </SidePanel>
  );
}
