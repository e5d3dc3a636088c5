import type { DnsZone } from '@panel/core';
import { Card, CopyText, Stack, Text } from '@panel/ui';

/** Where the domain must be delegated to. */
export function NameserversCard({ zone: { fqdn, nameservers } }: { zone: DnsZone }) {
  return (
    <Card title="Name servers">
      <Stack gap={3}>
        <Text>
          These records answer as soon as {fqdn} uses these name servers. Set them where you registered the domain.
        </Text>
        <Stack gap={1}>
          {nameservers.map((host) => (
            <CopyText key={host} text={host} label={`Copy ${host}`} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
