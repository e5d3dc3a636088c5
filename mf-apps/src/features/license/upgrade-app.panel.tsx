import { useState } from 'react';
import type { App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { appUpgradedPath, cannotUpgradeApp } from '@panel/resources/app';
import { licenseName, useAssignAppLicense } from '@panel/resources/license';
import { SelectApp } from './select-app.tsx';
import { SelectLicense } from './select-license.tsx';

type Props = {
  /** Chosen before the panel was opened. */
  app: App | undefined;
  onClose: () => void;
};

/** Upgrade Your Application (spec §2, panel 1): an application, then the license that it gets. */
export function UpgradeAppPanel({ app: opened, onClose }: Props) {
  const given = opened && !cannotUpgradeApp(opened) ? opened : null;
  const [app, setApp] = useState<App | null>(given);
  const [step, setStep] = useState<'app' | 'license'>(given ? 'license' : 'app');
  const navigate = useNavigate();
  // Replaces the entry, so that Back does not return to a panel about an upgrade that is done.
  const assign = useAssignAppLicense((license, appId) =>
    navigate(appUpgradedPath(licenseName(license), appId), { replace: true }),
  );
  if (step === 'app')
    return <SelectApp app={app} onChange={setApp} onNext={() => setStep('license')} onClose={onClose} />;
  return (
    <SelectLicense
      app={app}
      busy={assign.isPending}
      error={assign.error}
      onBack={() => {
        assign.reset();
        setApp(null);
        setStep('app');
      }}
      onUpgrade={(license) => app && assign.mutate({ license, appId: app.id })}
      onClose={onClose}
    />
  );
}
