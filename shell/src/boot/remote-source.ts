import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { Registry, RemoteModule } from '@panel/core';
import { ownForms, withOwnClient } from './own-remote.tsx';
import { isPending, track } from './tracked.ts';

type Remote = Registry['remotes'][number];

/** Folder of a release → its chunks that have arrived. */
const parts = new Map<string, unknown>();
/** Release → its table of pages. */
const modules = new Map<string, Promise<RemoteModule>>();
/** `package@version` of every remote whose code this tab has requested. */
export const requestedReleases = new Set<string>();
/** Releases to load from scratch the next time. */
const doubted = new Set<string>();
let attempts = 0;

const keyOf = ({ container, version }: Remote): string => `${container}@${version}`;

/** Folder of the running script. */
function folderNow(): string {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? new URL('.', script.src).pathname : '';
}

/**
 * Webpack collects the chunks of a remote in one global list, whatever their version, so two versions on one page
 * would run each other's code. Each folder therefore gets its own list. The name is webpack's.
 */
function separateParts({ container, base }: Remote): void {
  const name = `webpackChunk${container}`;
  parts.delete(base);
  if (Object.hasOwn(globalThis, name)) return;
  Object.defineProperty(globalThis, name, {
    get: () => parts.get(folderNow()),
    set(list) {
      parts.set(folderNow(), list);
    },
  });
}

async function load(remote: Remote, again: boolean): Promise<RemoteModule> {
  const { container: name, entry, manifest } = remote;
  requestedReleases.add(`${manifest.id}@${remote.version}`);
  separateParts(remote);
  // A different address bypasses caches with a bad copy. Forced, because each version is its own container.
  // `forms` is an option of our own runtime; the library's types do not know it (ADR 0021).
  const registered = {
    name,
    entry: again ? `${entry}?${(attempts += 1)}` : entry,
    forms: ownForms(remote),
  };
  registerRemotes([registered], { force: true });
  const module = await loadRemote<RemoteModule>(`${name}/remote`);
  if (!module) throw new Error(`${manifest.id} returned nothing.`);
  return { pages: withOwnClient(remote, module.pages) };
}

/** Loads a release's entry and its table of pages, once. Rejects with the runtime's error. */
export function loadRemoteModule(remote: Remote): Promise<RemoteModule> {
  const key = keyOf(remote);
  const known = modules.get(key);
  if (known && !doubted.delete(key)) return known;
  const fresh = load(remote, known !== undefined);
  // An earlier request may still be running, and will do.
  const module = track(known && isPending(known) ? Promise.any([known, fresh]) : fresh);
  modules.set(key, module);
  return module;
}

/** The next call loads this release from scratch. */
export const forgetRemote = (remote: Remote): void => void doubted.add(keyOf(remote));
