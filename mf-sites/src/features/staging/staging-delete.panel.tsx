import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import type { Site } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { deletionConfirmations, useDeleteSites } from '@panel/resources/site';
import { liveFqdn } from '@panel/resources/staging';

/** Delete Staging Environment (spec §2.4). */
export function StagingDeletePanel({ site, onClose }: { site: Site; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteSites(() => void navigate('/sites', { replace: true }));
  return (
    <ConfirmDestroy
      open
      side
      title={t('Delete Staging Environment')}
      name={site.fqdn}
      facts={{
        goes: [
          t('All files and the database of staging'),
          t('All backups of staging'),
          t('The address {fqdn}', { fqdn: site.fqdn }),
        ],
        stays: [t('The live site {fqdn}, with its backups', { fqdn: liveFqdn(site.fqdn) })],
      }}
      confirmations={deletionConfirmations(site)}
      placeholder={t('Please enter the name of the site to confirm.')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate([site])}
      onClose={onClose}
    />
  );
}
