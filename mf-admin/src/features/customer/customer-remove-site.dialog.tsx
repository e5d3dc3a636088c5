import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { ConfirmDialog, Text } from '@panel/ui';
import { customerSitesQuery, useAssignSites } from '@panel/resources/customer';

type Props = { id: string; siteId: string; onClose: () => void };

/** Takes a site or an application from a customer; it is not deleted. */
export function RemoveSiteDialog({ id, siteId, onClose }: Props) {
  const { data: own } = useSuspenseQuery(customerSitesQuery(id));
  const assign = useAssignSites(onClose);
  const site = own.find(({ site_id }) => site_id === siteId);
  if (!site) return null;
  const site_ids = own.map(({ site_id }) => site_id);
  const left = site_ids.filter((each) => each !== siteId);
  return (
    <ConfirmDialog
      title={t('Remove {fqdn} from this customer?', { fqdn: site.fqdn })}
      confirmLabel={t('Remove')}
      danger
      busy={assign.isPending}
      error={assign.error}
      onConfirm={() => assign.mutate({ id, site_ids: left, expected: { site_ids } })}
      onClose={onClose}
    >
      <Text as="p">
        {t('The customer no longer sees it. It stays online and belongs to nobody until you assign it again.')}
      </Text>
    </ConfirmDialog>
  );
}
