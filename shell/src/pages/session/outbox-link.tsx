import { useAtomValue } from 'jotai';
import { mailOutboxAtom, panelStore, t } from '@panel/core';

/** Where emails are caught instead of sent (development, demos), the operator's link to them; otherwise nothing. */
export function OutboxLink() {
  const outbox = useAtomValue(mailOutboxAtom, { store: panelStore });
  if (!outbox) return null;
  return (
    <a className="f-link" href={outbox}>
      {t('Open the mail outbox (operator only)')}
    </a>
  );
}
