import type { BulkAction } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import type { useBulk } from '@panel/workload/bulk';

// Lists are opened more often than dialogs.
const BulkDialog = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).BulkDialog);
const BulkLicenseDialog = lazyPanel(async () => (await import('./bulk-license.dialog.tsx')).BulkLicenseDialog);
const BulkMoveDialog = lazyPanel(async () => (await import('./bulk-move.dialog.tsx')).BulkMoveDialog);

const ASKS: Readonly<Partial<Record<BulkAction, typeof BulkDialog>>> = {
  move: BulkMoveDialog,
  license: BulkLicenseDialog,
};

/** The dialog of the change that staff are asked about, if there is one. */
export function BulkDialogs({
  bulk: { draft, started, cancel },
}: {
  bulk: Pick<ReturnType<typeof useBulk>, 'draft' | 'started' | 'cancel'>;
}) {
  if (!draft) return null;
  const Asks = ASKS[draft.action] ?? BulkDialog;
  return <Asks draft={draft} onStarted={started} onClose={cancel} />;
}
