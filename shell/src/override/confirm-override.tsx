import { useState } from 'react';
import type { Override } from '@panel/contract/manifest';
import { api } from '@panel/core';
import { Button, Dialog } from '@panel/ui';
import { placeOf } from './override-param.ts';

type Props = { wish: Override; onCancel: () => void; open: (address: string) => void };

/** A link alone switches nothing: the person at the panel says yes, to a place that is named. */
export function ConfirmOverride({ wish, onCancel, open }: Props) {
  const [busy, setBusy] = useState(false);
  const use = () => {
    setBusy(true);
    // A refusal is told by the call itself.
    api.platform.setOverride(wish).then(
      ({ redirectUrl }) => open(redirectUrl),
      () => setBusy(false),
    );
  };
  return (
    <Dialog
      open
      size="s"
      icon="warning"
      title={`Run ${wish.remote} from ${placeOf(wish)}?`}
      busy={busy}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel} disabledReason={busy ? 'Wait until the answer is there.' : null} data-autofocus>
            Cancel
          </Button>
          <Button kind="primary" loading={busy} onClick={use}>
            Use
          </Button>
        </>
      }
    >
      <p>
        Its code then runs with your rights, in this browser alone, until you leave it or sign out. Use it only for a
        server that you have started yourself.
      </p>
    </Dialog>
  );
}
