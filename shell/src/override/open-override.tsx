import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { notify, panelStore, userAtom, t } from '@panel/core';
import type { Router } from '../boot/recovery-part.ts';
import { ConfirmOverride } from './confirm-override.tsx';
import { OverrideBar } from './override-bar.tsx';
import { OVERRIDE_QUERY, readOverrideParam, withoutOverrideParam } from './override-param.ts';

type Props = {
  router: Router;
  /** Query with which the page was opened. */
  search: string;
  open: (address: string) => void;
};

/** The requested override until it is answered, and the active one. Staff only: the server checks again. */
export function OverrideParts({ router, search, open }: Props) {
  const [requested, setRequested] = useState(() => readOverrideParam(search));
  const cancel = () => {
    setRequested(null);
    const { location } = router.state;
    if (readOverrideParam(location.search)) void router.navigate(withoutOverrideParam(location), { replace: true });
  };
  return (
    <>
      <OverrideBar open={open} />
      {requested && <ConfirmOverride requested={requested} onCancel={cancel} open={open} />}
    </>
  );
}

/** Shown above the frame, in a separate root: the frame of other users contains none of it. */
export function openOverride(router: Router, search: string): void {
  const role = panelStore.get(userAtom)?.role;
  if (!role || role === 'customer') return;
  if (new URLSearchParams(search).has(OVERRIDE_QUERY) && !readOverrideParam(search)) {
    notify({
      kind: 'warning',
      title: t('Nothing was changed'),
      message: t(
        'The address must name a remote and where it runs, like ?override=mf-sites=http://localhost:3001/mf-sites/remote-entry.js.',
      ),
    });
  }
  const place = document.createElement('div');
  place.className = 'f-over';
  place.style.display = 'contents';
  document.body.prepend(place);
  createRoot(place).render(
    <OverrideParts router={router} search={search} open={(address) => window.location.assign(address)} />,
  );
}
