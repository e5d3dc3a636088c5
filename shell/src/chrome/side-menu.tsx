import { useSyncExternalStore } from 'react';
import type { FrameModel } from '@panel/frame';
import { AppLink } from '@panel/core/router';
import { FrameIcon } from './frame-icon.tsx';
import { FrameLink } from './frame-link.tsx';
import { chooseFold, followFold, isFolded } from './fold.ts';

type Side = NonNullable<FrameModel['side']>;

/** Entries of the section's menu; the administration adds the signed-in user and sign-out (spec §2, Admin layout). */
export function SideEntries({ side, email, onChosen }: { side: Side; email: string | null; onChosen?: () => void }) {
  return (
    <>
      {side.back && <FrameLink link={side.back} className="f-item f-back" onClick={onChosen} />}
      {side.links.map((link) => (
        <FrameLink key={link.to} link={link} className="f-item" onClick={onChosen} />
      ))}
      {side.account && (
        <>
          <span className="f-email">{email}</span>
          <AppLink className="f-item" to="/logout" onClick={onChosen}>
            <FrameIcon name="logout" />
            <span>Log Out</span>
          </AppLink>
        </>
      )}
    </>
  );
}

/** The left menu of the section; it can be collapsed to icons. */
export function SideMenu({ side, email }: { side: Side; email: string | null }) {
  const folded = useSyncExternalStore(followFold, isFolded);
  return (
    <nav className="f-side" aria-label={side.label}>
      <SideEntries side={side} email={email} />
      <button type="button" className="f-item f-fold" aria-expanded={!folded} onClick={() => chooseFold(!folded)}>
        <FrameIcon name="chevron-down" />
        <span>{folded ? 'Expand menu' : 'Collapse menu'}</span>
      </button>
    </nav>
  );
}
