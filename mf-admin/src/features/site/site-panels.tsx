import { Suspense } from 'react';
import { isKeptInBin } from '@panel/contract/status';
import { t, type Site, Trans } from '@panel/core';
import { Button, ConfirmDestroy, ConfirmDialog, lazyPanel, SidePanel, Skeleton, Text } from '@panel/ui';
import { cannotActAs } from '@panel/resources/impersonation';
import { binNote } from '@panel/resources/bin';
import {
  cannotAssign,
  cannotDelete,
  cannotSetStatus,
  customerLabel,
  deletionConfirmations,
  useDeleteSites,
  useSetSiteStatus,
} from '@panel/resources/site';
import type { SitePanel } from './site.actions.ts';
import { SiteDetails } from './site-details.tsx';

// Lists are opened more often than forms, so the form loads with its panel.
const ActingStartPanel = lazyPanel(async () => (await import('../acting/acting-start.panel.tsx')).ActingStartPanel);
const SiteAssignPanel = lazyPanel(async () => (await import('./site-assign.panel.tsx')).SiteAssignPanel);

const TagsPanel = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).TagsPanel);

type PanelProps = { site: Site; onClose: () => void };

function DeletePanel({ site, onClose }: PanelProps) {
  const customer = customerLabel(site);
  const remove = useDeleteSites(onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete Live Environment')}
      name={site.fqdn}
      facts={{
        goes: [t('All files and the database of the site'), t('The address {fqdn}', { fqdn: site.fqdn })],
        stays: [customer ? t('The account {customer}', { customer }) : t('The account of the customer')],
      }}
      note={isKeptInBin(site) ? binNote(false) : undefined}
      confirmations={deletionConfirmations(site)}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate([site])}
      onClose={onClose}
    />
  );
}

/** Gives up on a site that is stuck without a task, so that it can be deleted or retried. */
function GiveUpPanel({ site, onClose }: PanelProps) {
  const set = useSetSiteStatus(onClose);
  const giveUp = () => site.site_id && set.mutate({ id: site.site_id, status: 'failed' });
  return (
    <ConfirmDialog
      title={t('Set the site to failed?')}
      confirmLabel={t('Set to failed')}
      danger
      busy={set.isPending}
      onConfirm={giveUp}
      onClose={onClose}
    >
      <Text as="p">
        <Trans
          id="No task is running for <0>{fqdn}</0>, and it isn’t ready. Once it counts as failed, it can be deleted."
          values={{ fqdn: site.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </Text>
    </ConfirmDialog>
  );
}

/** The panel in the address, if it is possible for this site. */
export function SitePanels({
  panel,
  site,
  onLogIn,
  onClose,
}: {
  panel: SitePanel | null;
  site: Site | undefined;
  onLogIn: () => void;
  onClose: () => void;
}) {
  if (!site || !panel) return null;
  if (panel === 'delete' && !cannotDelete(site)) return <DeletePanel site={site} onClose={onClose} />;
  if (panel === 'give-up' && !cannotSetStatus(site)) return <GiveUpPanel site={site} onClose={onClose} />;
  if (panel === 'assign' && !cannotAssign(site)) return <SiteAssignPanel site={site} onClose={onClose} />;
  if (panel === 'tags' && site.site_id) return <TagsPanel id={site.site_id} tags={site.tags} onClose={onClose} />;
  if (panel === 'log-in' && site.customer_id) {
    const customer = { id: site.customer_id, label: customerLabel(site) ?? '' };
    return <ActingStartPanel customer={customer} onClose={onClose} />;
  }
  if (panel !== 'details' || !site.site_id) return null;
  return (
    <SidePanel
      open
      title={site.fqdn}
      onClose={onClose}
      footer={
        <>
          <Button icon="lock" call="impersonation.start" onClick={onLogIn} disabledReason={cannotActAs(site) ?? null}>
            {t('Log in as the customer')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton kind="text" rows={8} />}>
        <SiteDetails id={site.site_id} />
      </Suspense>
    </SidePanel>
  );
}
