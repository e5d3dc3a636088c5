export type Notice = {
  kind: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message: string;
  requestId?: string | null;
  /** The code of the error that it is about. */
  code?: string;
  /** A button in the notification, which closes it. */
  action?: { label: string; onSelect: () => void };
  /** Milliseconds; the default depends on the kind (spec §9). */
  duration?: number;
};

/** How long a notification stays (spec §8, §9). */
export const NOTICE_MS = { success: 5000, info: 5000, error: 8000, warning: 10_000, logout: 7000 } as const;

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();
const waiting: Notice[] = [];

/** Shows a notification; queues it until the shell listens. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice);
  for (const listener of listeners) listener(notice);
}

/** The shell subscribes once; returns the unsubscribe function. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  for (const notice of waiting.splice(0)) listener(notice);
  return () => listeners.delete(listener);
}
