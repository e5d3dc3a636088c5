import { useSuspenseQuery } from '@tanstack/react-query';
import { zoneDifference } from '@panel/contract/schemas';
import { Button, Card, Inline, RelativeTime, SidePanel, Stack, Text } from '@panel/ui';
import { dnsVersionsQuery } from '@panel/resources/dns';
import { counted } from '@panel/resources/site';
import type { ZoneDraft } from './use-zone-draft.ts';

type Props = { fqdn: string; draft: ZoneDraft; onClose: () => void };

/** Saved versions, the newest first; one of them can be put into the draft. */
export function VersionsPanel({ fqdn, draft, onClose }: Props) {
  const { data: versions } = useSuspenseQuery(dnsVersionsQuery(fqdn));
  return (
    <SidePanel open title="Versions" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Stack gap={3}>
        <Text>The records of a version replace those on this page. Nothing changes until you save.</Text>
        {versions.map(({ serial, records, saved_by, created_at }) => {
          const { added, removed, changed } = zoneDifference(draft.records, records);
          const isSame = added.length + removed.length + changed.length === 0;
          return (
            <Card key={serial} title={`Version ${serial}`} level={3}>
              <Stack gap={2}>
                <Inline gap={2}>
                  <RelativeTime at={created_at} />
                  <Text tone="muted" className="p-break">
                    {saved_by ? `by ${saved_by}` : 'by the panel'}, {counted(records.length, 'record')}
                  </Text>
                </Inline>
                <Button
                  size="s"
                  aria-label={`Use version ${serial}`}
                  disabledReason={isSame ? 'These records are already on this page.' : null}
                  onClick={() => {
                    draft.replace(records);
                    onClose();
                  }}
                >
                  Use this version
                </Button>
              </Stack>
            </Card>
          );
        })}
      </Stack>
    </SidePanel>
  );
}
