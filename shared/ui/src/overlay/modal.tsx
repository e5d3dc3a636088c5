import { useEffect, useId, useRef, type ReactNode } from 'react';
import { t } from '@panel/core';
import { IconButton } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { cx } from '../cx.ts';

export type DialogProps = {
  open: boolean;
  title: ReactNode;
  /** Also called on Escape, on the close button, and on a press beside the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  icon?: IconName;
  tone?: 'default' | 'danger';
  size?: 's' | 'm' | 'l';
  /** While true, it cannot be closed. */
  busy?: boolean;
};

/** The page behind a dialog does not scroll; the width of its scroll bar stays, so that nothing jumps. */
function holdPage(): () => void {
  const root = document.documentElement;
  const bar = window.innerWidth - root.clientWidth;
  root.classList.add('p-modal-open');
  if (bar > 0) root.style.paddingInlineEnd = `${bar}px`;
  return () => {
    if (document.querySelector('dialog[open]')) return;
    root.classList.remove('p-modal-open');
    root.style.paddingInlineEnd = '';
  };
}

const FIRST =
  '[data-autofocus], .p-dialog-body :is(input, select, textarea, button, a[href]):not(:disabled), .p-dialog-foot button';

/** Opens and closes the native dialog with the state; the browser keeps the focus inside and returns it. */
function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>(FIRST);
    first?.focus();
    const release = holdPage();
    return () => {
      if (dialog.close) dialog.close();
      else dialog.removeAttribute('open');
      release();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  return ref;
}

function Modal({
  open,
  title,
  onClose,
  children,
  footer,
  icon,
  tone = 'default',
  busy = false,
  className,
}: Omit<DialogProps, 'size'> & { className: string }) {
  const id = useId();
  const ref = useModal(open);
  if (!open) return null;
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <dialog
      ref={ref}
      className={cx('p-dialog', className, tone === 'danger' && 'p-dialog-danger')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className="p-dialog-inside">
        <header className="p-dialog-head">
          {icon && (
            <span className="p-dialog-icon">
              <Icon name={icon} size={20} />
            </span>
          )}
          <h2 id={id} className="p-dialog-title">
            {title}
          </h2>
          <IconButton
            icon="close"
            label={t('Close')}
            tooltip={false}
            onClick={close}
            disabledReason={busy ? t('Wait until this has finished.') : null}
          />
        </header>
        <div className="p-dialog-body">{children}</div>
        {footer && <footer className="p-dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  );
}

/** A question or a small form above the page. `data-autofocus` marks what gets the focus first. */
export const Dialog = ({ size = 'm', ...rest }: DialogProps) => <Modal {...rest} className={`p-dialog-${size}`} />;

export type SidePanelProps = Omit<DialogProps, 'size'>;

/** A panel that slides in from the right, full width on a phone. */
export const SidePanel = (props: SidePanelProps) => <Modal {...props} className="p-side-panel" />;
