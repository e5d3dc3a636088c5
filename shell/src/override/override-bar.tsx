import './override-bar.css';
import { useLayoutEffect, useState } from 'react';
import { useRegistry } from '@panel/core';
import { leaveOverride } from './end-override.ts';
import { placeOf } from './override-param.ts';

/** Above every page while a remote comes from a development server: the remote, its address, and Leave. */
export function OverrideBar({ open }: { open: (address: string) => void }) {
  const { override } = useRegistry();
  const [leaving, setLeaving] = useState(false);
  const isShown = override !== undefined;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-override', isShown);
    return () => document.documentElement.removeAttribute('data-override');
  }, [isShown]);
  if (!override) return null;

  const leave = () => {
    setLeaving(true);
    // The call itself reports the failure; the button allows another try.
    leaveOverride(open).catch(() => setLeaving(false));
  };
  return (
    <aside className="f-override" aria-label="Local override">
      <p>
        {override.remote} runs from {placeOf(override)}
      </p>
      <span aria-hidden="true">·</span>
      <button type="button" disabled={leaving} onClick={leave}>
        Leave
      </button>
    </aside>
  );
}
