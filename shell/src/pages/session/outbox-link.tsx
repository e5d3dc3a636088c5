import { useAtomValue } from 'jotai';
import { mailOutboxAtom, panelStore } from '@panel/core';

/** Where mail is caught instead of sent (development, demos), the operator's way to it; nothing otherwise. */
export function OutboxLink() {
  const outbox = useAtomValue(mailOutboxAtom, { store: panelStore });
  if (!outbox) return null;
  return (
    <a className="f-link" href={outbox}>
      Open the mail outbox (operator only)
    </a>
  );
}
