import { useState } from 'react';
import { useRegistry, t } from '@panel/core';
import { TopBar } from '../chrome/top-bar.tsx';
import { leaveOverride } from './end-override.ts';
import { placeOf } from './override-param.ts';

/** Above every page while a remote comes from a development server: the remote, its address, and Leave. */
export function OverrideBar({ open }: { open: (address: string) => void }) {
  const { override } = useRegistry();
  const [leaving, setLeaving] = useState(false);
  if (!override) return null;

  const leave = () => {
    setLeaving(true);
    // The call itself reports the failure; the button allows another try.
    leaveOverride(open).catch(() => setLeaving(false));
  };
  return (
    <TopBar label={t('Local override')} action={{ label: t('Leave'), onClick: leave, disabled: leaving }}>
      <p>{t('{remote} runs from {place}', { remote: override.remote, place: placeOf(override) })}</p>
      <span aria-hidden="true">·</span>
    </TopBar>
  );
}
