import './version-bar.css';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAtomValue } from 'jotai';
import { panelStore, useAnyDirty, useRegistry, t } from '@panel/core';
import { Button } from '@panel/ui';
import { activeReleasesAtom, swapsAtom } from '../boot/active-releases.ts';
import type { Router } from '../boot/recovery-part.ts';
import { remoteOf } from '../boot/remote.ts';
import type { RouteHandle } from '../boot/routes.tsx';
import { reloadOnce } from '../boot/reload-once.ts';
import { follow, isNewShell, runsRevoked } from './registry.ts';
import { useOnline } from './use-online.ts';

function tell(isWithdrawn: boolean, isDirty: boolean): string {
  if (isWithdrawn)
    return isDirty
      ? t('This version was withdrawn. Save or discard your changes, then the page reloads.')
      : t('This version was withdrawn.');
  return isDirty ? t('A new version is ready. Save or discard your changes to use it.') : t('A new version is ready.');
}

const openRemote = ({ state }: Router): string =>
  (state.matches.at(-1)?.route.handle as RouteHandle | undefined)?.remoteId ?? '';

/**
 * Says when the connection is lost. Announces a newer release of the open section quietly, and loads it on request.
 * Unsaved input is never discarded: while there is some, the button is hidden. A tab that runs a revoked release reloads
 * without a question, as soon as there is none.
 */
export function VersionBar({ router, reload }: { router: Router; reload: () => void }) {
  const registry = useRegistry();
  const inUse = useAtomValue(activeReleasesAtom, { store: panelStore });
  const dirty = useAnyDirty();
  const remoteId = useSyncExternalStore(router.subscribe, () => openRemote(router));
  const online = useOnline();
  const [later, setLater] = useState('');

  const withdrawn = runsRevoked(registry);
  useEffect(() => {
    if (withdrawn && !dirty && online) reloadOnce(`revoked ${registry.buildId}`, reload);
  }, [withdrawn, dirty, online, registry.buildId, reload]);

  const forShell = withdrawn || isNewShell(registry);
  const newest = remoteOf(remoteId, registry);
  const isNew = newest !== undefined && inUse[remoteId] !== undefined && newest.version !== inUse[remoteId].version;
  const about = withdrawn
    ? `revoked ${registry.buildId}`
    : forShell
      ? `shell ${registry.shell}`
      : isNew
        ? `${remoteId} ${newest.version}`
        : '';
  const isShown = about !== '' && about !== later;
  const take = async () => {
    if (forShell) return reload();
    // What is shown is the newest at this moment, not at the last check. An unreachable server leaves what is known.
    await follow().catch(() => undefined);
    panelStore.set(swapsAtom, (count) => count + 1);
  };
  return (
    <div role="status">
      {!online && (
        <div className="f-version f-version-note">
          <p>{t('You’re offline. Changes can’t be saved until the connection is back.')}</p>
        </div>
      )}
      {online && isShown && (
        <div className="f-version">
          <p>{tell(withdrawn, dirty)}</p>
          {!dirty && (
            <Button size="s" onClick={() => void take()}>
              {forShell ? t('Reload') : t('Show it')}
            </Button>
          )}
          {!withdrawn && (
            <Button size="s" kind="text" onClick={() => setLater(about)}>
              {t('Later')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
