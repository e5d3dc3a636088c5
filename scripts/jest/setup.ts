import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import * as react from 'react';
import { SLOWER } from '../lib/slower.mjs';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

// Pages talk to a real server, which takes longer than a mock. Each look that finds nothing yet makes an error, for which
// the library prints the whole page, unless nobody asks for it with DEBUG_PRINT_LIMIT.
configure({
  asyncUtilTimeout: 30_000 * SLOWER,
  ...(Number(process.env['DEBUG_PRINT_LIMIT'] ?? 0) > 0
    ? {}
    : {
        getElementError: (message) =>
          Object.assign(new Error(message ?? 'not found'), { name: 'TestingLibraryElementError' }),
      }),
});

// For ten thousand elements a second React keeps where each was made, which only its warnings print: a twentieth of the time.
Object.defineProperty(Reflect.get(react, INTERNALS), 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
});

/** Layout APIs that jsdom lacks; nothing resizes or scrolls into view there. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** Two ports that deliver messages asynchronously; Node's would keep a worker alive. */
class Channel {
  port1 = new ChannelPort();
  port2 = new ChannelPort();
  constructor() {
    [this.port1.other, this.port2.other] = [this.port2, this.port1];
  }
}
class ChannelPort {
  other: ChannelPort | undefined;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(data: unknown): void {
    setTimeout(() => this.other?.onmessage?.({ data }), 0);
  }
  close(): void {}
}

const always = (query: string): MediaQueryList => ({
  media: query,
  // A wide window, a mouse, light colours, motion allowed.
  matches: /min-width|hover: hover|pointer: fine/.test(query),
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => true,
});

function provide(target: object, missing: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

provide(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia: always,
  MessageChannel: Channel,
});
// The editor measures its text.
provide(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => document.body.getBoundingClientRect(),
});
provide(Element.prototype, {
  scrollIntoView: () => undefined,
  scrollTo: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  animate: () => ({ finished: Promise.resolve(), cancel: () => undefined }),
});
provide(performance, {
  mark: () => undefined,
  measure: () => undefined,
  getEntriesByType: () => [],
  getEntriesByName: () => [],
});
provide(navigator, { clipboard: undefined });
Object.defineProperty(window, 'scrollTo', { value: () => undefined, configurable: true, writable: true });
// jsdom knows <dialog> but cannot open it.
provide(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true;
  },
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
provide(HTMLElement.prototype, {
  showPopover: () => undefined,
  hidePopover: () => undefined,
  togglePopover: () => undefined,
});

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`;
});
