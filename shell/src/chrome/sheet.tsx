import { useEffect, useRef, type ReactNode } from 'react';

type Props = { label: string; className: string; onClose: () => void; children: ReactNode };

/** A native dialog in the top layer: the focus stays in it, Escape and a press beside it close it. */
export function Sheet({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (dialog.close) dialog.close();
      // A page opened from here takes the focus itself; otherwise the focus returns to its origin.
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={`f-over ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
