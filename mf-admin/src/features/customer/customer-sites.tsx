import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type CustomerSite } from '@panel/core';
import { IconButton, Inline, Stack, StatusBadge, Text } from '@panel/ui';
import { customerSitesQuery } from '@panel/resources/customer';

type RowProps = { site: CustomerSite; onRemove: () => void };

const SiteRow = ({ site: { fqdn, kind, status, plan_type: plan }, onRemove }: RowProps) => (
  <Inline as="li" gap={3} justify="between">
    <Stack gap={1}>
      <Text weight="medium" className="p-break">
        {fqdn}
      </Text>
      <Text size="s" tone="muted">
        {kind === 'app' ? t('Application, {plan} plan', { plan }) : t('Site, {plan} plan', { plan })}
      </Text>
    </Stack>
    <Inline gap={2}>
      <StatusBadge status={status} />
      <IconButton icon="close" label={t('Remove {fqdn} from this customer', { fqdn })} onClick={onRemove} />
    </Inline>
  </Inline>
);

/** What a customer hosts. */
export function CustomerSites({ id, onRemove }: { id: string; onRemove: (siteId: string) => void }) {
  const { data } = useSuspenseQuery(customerSitesQuery(id));
  if (data.length === 0) return <Text tone="muted">{t('This customer has no sites or applications.')}</Text>;
  return (
    <Stack as="ul" gap={3}>
      {data.map((site) => (
        <SiteRow key={site.site_id} site={site} onRemove={() => onRemove(site.site_id)} />
      ))}
    </Stack>
  );
}
