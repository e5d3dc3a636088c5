import type { User } from '@panel/contract';
import type * as SignOut from './sign-out.ts';

const mockLeaveTo = jest.fn();
jest.mock('../navigation/leave.ts', () => ({ leaveTo: mockLeaveTo }));

const channels = new Set<EventTarget>();

/** Between all "tabs" of this test. As in browsers, nobody hears its own messages. */
class Channel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** The modules of one more tab. */
async function openTab(user: User | null): Promise<typeof SignOut> {
  jest.resetModules();
  const { panelStore, userAtom } = await import('./session.ts');
  panelStore.set(userAtom, user);
  const tab = await import('./sign-out.ts');
  tab.followSignOut();
  return tab;
}

const user = { id: 'u1' } as User;

beforeEach(() => {
  channels.clear();
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: Channel, configurable: true });
});

afterEach(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));

test('a session that ended in one tab sends the others to the sign-in, and back to their page after it', async () => {
  const first = await openTab(user);
  await openTab(user);
  window.history.replaceState(null, '', '/sites?q=blog');
  first.announceSignOut();
  expect(mockLeaveTo.mock.calls).toEqual([['/login?error=E1007&next=%2Fsites%3Fq%3Dblog']]);
});

test('a tab without a session stays where it is', async () => {
  await openTab(null);
  (await openTab(user)).announceSignOut();
  expect(mockLeaveTo).not.toHaveBeenCalled();
});
