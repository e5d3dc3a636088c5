import { useCallback, useEffect, useRef, useState } from 'react';
import { NOTICE_MS, onNotice, type Notice, t } from '@panel/core';
import { CopyText } from '../parts/copy-text.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { HelpButton } from './help-button.tsx';
import { cx } from '../cx.ts';

type Shown = Notice & { key: number };

const ICON: Record<Notice['kind'], IconName> = {
  success: 'check-circle',
  error: 'error',
  warning: 'warning',
  info: 'info',
};
const MOST = 4;

/** The same message again replaces the one that is there, and stays its full time. */
const isSame = (a: Notice, b: Notice): boolean => a.kind === b.kind && a.title === b.title && a.message === b.message;

function Toast({ notice, onEnd }: { notice: Shown; onEnd: (key: number) => void }) {
  const [held, setHeld] = useState(false);
  const { key } = notice;
  // While the pointer or the focus is in it, the user is reading: the time restarts when they leave (WCAG 2.2.1). A
  // pointer that already rested where it appears points at the button below, so only a move counts.
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onEnd(key), notice.duration ?? NOTICE_MS[notice.kind]);
    return () => clearTimeout(timer);
  }, [held, key, notice.duration, notice.kind, onEnd]);

  return (
    <div
      className={cx('p-toast', `p-tone-${notice.kind === 'error' ? 'danger' : notice.kind}`)}
      role={notice.kind === 'error' || notice.kind === 'warning' ? 'alert' : 'status'}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICON[notice.kind]} className="p-tone-icon" />
      <div className="p-toast-body">
        <strong>{notice.title}</strong>
        <p>{notice.message}</p>
        {notice.requestId && (
          <p className="p-request-id">
            {t('Request id')} <CopyText text={notice.requestId} label={t('Copy request id')} />
          </p>
        )}
      </div>
      {notice.code && <HelpButton code={notice.code} onOpen={() => onEnd(key)} />}
      {notice.action && (
        <Button
          size="s"
          onClick={() => {
            onEnd(key);
            notice.action?.onSelect();
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <IconButton icon="close" label={t('Close notification')} size="s" onClick={() => onEnd(key)} />
    </div>
  );
}

/**
 * Shows every notification, newest last; 65 px from the top (spec §9). In the top layer, so that no dialog hides it.
 */
export function ToastHost() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const host = useRef<HTMLElement>(null);

  useEffect(
    () =>
      onNotice((notice) => {
        next.current += 1;
        const fresh = { ...notice, key: next.current };
        setShown((before) => [...before.filter((one) => !isSame(one, fresh)), fresh].slice(-MOST));
      }),
    [],
  );

  // Reopening moves it above a dialog that was opened meanwhile.
  useEffect(() => {
    const element = host.current;
    if (!element?.showPopover || shown.length === 0) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [shown]);

  const end = useCallback((key: number) => setShown((before) => before.filter((notice) => notice.key !== key)), []);
  return (
    <section ref={host} className="p-toasts" aria-label={t('Notifications')} popover="manual">
      {shown.map((notice) => (
        <Toast key={notice.key} notice={notice} onEnd={end} />
      ))}
    </section>
  );
}
