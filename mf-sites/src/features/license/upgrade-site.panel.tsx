import { useState } from 'react';
import { useNavigate } from '@panel/core/router';
import type { Site } from '@panel/core';
import { cannotAssignLicense, licenseName, siteUpgradedPath, useAssignLicense } from '@panel/resources/license';
import { SelectLicense } from './select-license.tsx';
import { SelectSite } from './select-site.tsx';

type Props = {
  /** Chosen before the panel was opened. */
  site: Site | undefined;
  onClose: () => void;
};

/** Upgrade Your Site (spec §2, panel 2): a site, then the licence that it gets. */
export function UpgradeSitePanel({ site: opened, onClose }: Props) {
  const given = opened?.site_id && !cannotAssignLicense(opened) ? opened : null;
  const [site, setSite] = useState<Site | null>(given);
  const [step, setStep] = useState<'site' | 'license'>(given ? 'license' : 'site');
  const navigate = useNavigate();
  // Replaces the entry, so that Back does not return to a panel about an upgrade that is done.
  const assign = useAssignLicense((license, siteId) =>
    navigate(siteUpgradedPath(licenseName(license), siteId), { replace: true }),
  );
  if (step === 'site')
    return <SelectSite site={site} onChange={setSite} onNext={() => setStep('license')} onClose={onClose} />;
  return (
    <SelectLicense
      site={site}
      busy={assign.isPending}
      error={assign.error}
      onBack={() => {
        assign.reset();
        setSite(null);
        setStep('site');
      }}
      onUpgrade={(license) => site?.site_id && assign.mutate({ license, siteId: site.site_id })}
      onClose={onClose}
    />
  );
}
