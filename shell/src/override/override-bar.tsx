import { useState } from 'react';
import { useRegistry } from '@panel/core';
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
    <TopBar label="Local override" action={{ label: 'Leave', onClick: leave, disabled: leaving }}>
      <p>
        {override.remote} runs from {placeOf(override)}
      </p>
      <span aria-hidden="true">·</span>
    </TopBar>
  );
}
