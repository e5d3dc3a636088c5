import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Dialog, type DialogProps } from '../overlay/modal.tsx';
import { Button } from '../parts/button.tsx';
import { Stack } from '../parts/layout.tsx';
import { Banner } from './banner.tsx';

export type ConfirmDialogProps = Pick<DialogProps, 'title' | 'onClose' | 'children' | 'size' | 'icon'> & {
  /** What happens, as a verb: "Revoke key". */
  confirmLabel: ReactNode;
  onConfirm: () => void;
  /** It takes something away. */
  danger?: boolean;
  /** It runs: the dialog cannot be closed. */
  busy?: boolean;
  /** Why it is not possible now. */
  disabledReason?: string | null;
  /** Why it failed. */
  error?: Error | null;
};

/** Asks before something happens. A deletion that needs the typed name: ConfirmDestroy. */
export const ConfirmDialog = ({
  confirmLabel,
  onConfirm,
  danger = false,
  busy = false,
  disabledReason,
  error,
  children,
  ...dialog
}: ConfirmDialogProps) => (
  <Dialog
    {...dialog}
    open
    tone={danger ? 'danger' : 'default'}
    busy={busy}
    footer={
      <>
        <Button onClick={dialog.onClose}>{t('Cancel')}</Button>
        <Button kind={danger ? 'danger' : 'primary'} loading={busy} disabledReason={disabledReason} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    <Stack gap={4}>
      {error && (
        <Banner kind="danger" live>
          {error.message}
        </Banner>
      )}
      {children}
    </Stack>
  </Dialog>
);
