import { useNavigate } from '@panel/core/router';
import { isKeptInBin } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { binNote } from '@panel/resources/bin';
import { deletionConfirmations, useDeleteSites } from '@panel/resources/site';

const FILES = 'All files: pages, themes, plugins and uploads';
const DATABASE = 'The database with all posts, users and settings';

const BACKUPS = 'All backups of the site. Download those that you want to keep first.';

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
      title={neverMade ? 'Delete failed site' : 'Delete Live Environment'}
      name={site.fqdn}
      facts={{
        goes: neverMade
          ? [`The reservation of ${site.fqdn}`]
          : [FILES, ...(isCms ? [DATABASE, BACKUPS] : []), `The address ${site.fqdn}, which others can then use`],
        stays: ['Your other sites', 'Your account'],
      }}
      note={isKeptInBin(site) ? binNote(false) : undefined}
      confirmations={neverMade ? [] : deletionConfirmations(site)}
      confirmLabel={neverMade ? 'Delete failed site' : 'Delete Environment'}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate([site])}
      onClose={onClose}
    />
  );
}
