import { t } from '@panel/core';
import { useState } from 'react';
import type { Site } from '@panel/core';
import { Dialog, SidePanel } from '@panel/ui';
import { siteAsWorkload } from '@panel/resources/workload';
import { BringDomain, useBringDomain } from '@panel/workload/domain';
import { useSiteOverview } from '../site/managed-site.ts';

/**
 * Add a Custom Domain (spec §2, panel 8). An account without a license for it sees the upgrade card in a side panel
 * instead.
 */
export function CustomDomainDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const overview = useSiteOverview(site.site_id ?? '');
  const workload = siteAsWorkload(overview.site);
  const bring = useBringDomain(workload, overview.license);
  const [verified, setVerified] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  // It would change from a dialog to a panel before the eyes.
  if (bring.available.isPending) return null;
  const Frame = bring.available.data && bring.needsPremium ? SidePanel : Dialog;
  return (
    <Frame open title={t('Add a Custom Domain')} onClose={onClose} busy={bring.claim.isPending}>
      <BringDomain
        {...{ workload, bring, verified, typed }}
        onVerified={(fqdn) => {
          if (fqdn) setTyped(fqdn);
          setVerified(fqdn);
        }}
      />
    </Frame>
  );
}
