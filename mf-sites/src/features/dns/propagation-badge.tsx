import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Badge, Text } from '@panel/ui';
import { propagationQuery } from '@panel/resources/dns';

/** Whether all resolvers see the partner's name servers, as of a check that this makes. */
export function PropagationBadge({ fqdn }: { fqdn: string }) {
  const { data, isError } = useQuery({ ...propagationQuery(fqdn), refetchInterval: false });
  if (isError) return <Text tone="muted">{t('Could not be checked')}</Text>;
  if (!data) return <Text tone="muted">{t('Checking…')}</Text>;
  return data.holds ? (
    <Badge tone="success">{t('Connected')}</Badge>
  ) : (
    <Badge tone="warning">{t('Not connected')}</Badge>
  );
}
