import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { isKeptInBin } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { binNote } from '@panel/resources/bin';
import { deletionConfirmations, useDeleteSites } from '@panel/resources/site';

const FILES = t('All files: pages, themes, plugins and uploads');
const DATABASE = t('The database with all posts, users and settings');

const BACKUPS = t('All backups of the site. Download those that you want to keep first.');

/** Delete Live Environment (spec §2.3). Afterwards the list shows the site as deleting until it is gone. */
export function SiteDeleteDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const navigate = useNavigate();
  // Replaces the entry, so that Back does not return to a dialog about a deleted site.
  const remove = useDeleteSites(() => void navigate('/sites', { replace: true }));
  const isCms = site.type === 'wordpress';
  const neverMade = site.site_id === null;
  return (
    <ConfirmDestroy
      open
      title={neverMade ? t('Delete failed site') : t('Delete Live Environment')}
      name={site.fqdn}
      facts={{
        goes: neverMade
          ? [t('The reservation of {fqdn}', { fqdn: site.fqdn })]
          : [
              FILES,
              ...(isCms ? [DATABASE, BACKUPS] : []),
              t('The address {fqdn}, which others can then use', { fqdn: site.fqdn }),
            ],
        stays: [t('Your other sites'), t('Your account')],
      }}
      note={isKeptInBin(site) ? binNote(false) : undefined}
      confirmations={neverMade ? [] : deletionConfirmations(site)}
      confirmLabel={neverMade ? t('Delete failed site') : t('Delete Environment')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate([site])}
      onClose={onClose}
    />
  );
}
