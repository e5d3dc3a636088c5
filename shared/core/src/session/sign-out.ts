import { leaveTo } from '../navigation/leave.ts';
import { panelStore, userAtom } from './session.ts';

/** Between the tabs of a browser that show this panel. One object for each tab: it does not hear its own messages. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('panel.session') : null;
// Node runs a remote's tests, and an open channel would keep its process alive. Browsers have no `unref`.
(channel as { unref?: () => void } | null)?.unref?.();

/** Tells the other tabs that the session has ended. */
export const announceSignOut = (): void => channel?.postMessage('ended');

/** Sends this tab to the sign-in, and back to its page after it, as soon as another tab has lost the session. */
export function followSignOut(): void {
  channel?.addEventListener('message', () => {
    if (!panelStore.get(userAtom)) return;
    const { pathname, search } = window.location;
    leaveTo(`/login?error=E1007&next=${encodeURIComponent(pathname + search)}`);
  });
}
