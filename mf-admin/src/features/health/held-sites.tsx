import { t, Trans } from '@panel/core';
import type { HeldSite } from '@panel/core';
import { Button, Card, Inline, RelativeTime, Stack, Text, toast } from '@panel/ui';
import { useReleaseSite } from '@panel/resources/health';

/** Sites that are kept asleep, each with a way to let it run again; nothing if there are none. */
export function HeldSites({ held }: { held: readonly HeldSite[] }) {
  const release = useReleaseSite((message) => toast.success({ message }));
  if (held.length === 0) return null;
  return (
    <Card title={t('Sites that are kept asleep')}>
      <Stack gap={3}>
        {held.map(({ siteId, fqdn, until }) => (
          <Inline key={siteId} gap={3}>
            <Text weight="medium" className="p-break">
              {fqdn}
            </Text>
            <Text size="s" tone="soft">
              <Trans id="until <0/>" parts={[() => <RelativeTime at={until} />]} />
            </Text>
            <Button
              loading={release.isPending}
              aria-label={t('Let {fqdn} run', { fqdn })}
              onClick={() => release.mutate(siteId)}
            >
              {t('Let it run')}
            </Button>
          </Inline>
        ))}
      </Stack>
    </Card>
  );
}
