import { useState } from 'react';
import type { Override } from '@panel/contract/manifest';
import { api, t } from '@panel/core';
import { Button, Dialog } from '@panel/ui';
import { placeOf } from './override-param.ts';

type Props = { requested: Override; onCancel: () => void; open: (address: string) => void };

/** A link alone changes nothing: the user confirms, with the address in view. */
export function ConfirmOverride({ requested, onCancel, open }: Props) {
  const [busy, setBusy] = useState(false);
  const use = () => {
    setBusy(true);
    // The call itself reports a rejection.
    api.platform.setOverride(requested, { context: { failure: 'notice' } }).then(
      ({ redirectUrl }) => open(redirectUrl),
      () => setBusy(false),
    );
  };
  return (
    <Dialog
      open
      size="s"
      icon="warning"
      title={t('Run {remote} from {place}?', { remote: requested.remote, place: placeOf(requested) })}
      busy={busy}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabledReason={busy ? t('Wait for the answer.') : null} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button kind="primary" loading={busy} onClick={use}>
            {t('Use')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Its code then runs with your rights, in this browser alone, until you leave it or sign out. Use it only for a server that you have started yourself.',
        )}
      </p>
    </Dialog>
  );
}
