import { t, type DnsZone } from '@panel/core';
import { Card, Stack, Text } from '@panel/ui';
import { HostList } from './host-list.tsx';

/** Where the domain must be delegated to. */
export function NameserversCard({ zone: { fqdn, nameservers } }: { zone: DnsZone }) {
  return (
    <Card title={t('Name servers')}>
      <Stack gap={3}>
        <Text>
          {t(
            'These records answer as soon as {fqdn} uses these name servers. Set them where you registered the domain.',
            { fqdn },
          )}
        </Text>
        <HostList hosts={nameservers} />
      </Stack>
    </Card>
  );
}
