import type { Factory, OwnForms, ShareScope } from './share-scope.ts';

/** Container name, address of its entry, and the shared modules of which it gets a form of its own (ADR 0042). */
export type Remote = { name: string; entry: string; forms?: OwnForms };

/** The container that a remote's entry registers under its name (webpack's container protocol). */
export type Container = {
  init: (scope: ShareScope, initScope: unknown[]) => unknown;
  get: (expose: string) => Promise<Factory>;
};

type Globals = Record<string, Container | undefined>;
/** The shell's integrity check (ADR 0020): sets the element's hash. */
type Page = { panelIntegrity?: (element: HTMLScriptElement) => void };

/** An entry that ran and registered no container. The shell knows both errors by name (release-recovery/diagnose.ts). */
class NoContainerError extends Error {
  override readonly name = 'NoContainerError';
}

/** An entry that did not arrive, or was refused by its hash. */
class EntryLoadError extends Error {
  override readonly name = 'EntryLoadError';
}

/** Runs an entry's script. Rejects when it fails to load, or registers no container. */
export function loadEntry({ name, entry }: Remote): Promise<Container> {
  const globals = globalThis as unknown as Globals;
  // Removes an older version's container, so that it is not taken for the new one.
  globals[name] = undefined;
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = entry;
    script.async = true;
    (globalThis as Page).panelIntegrity?.(script);
    const settle = (end: () => void) => () => {
      script.remove();
      end();
    };
    script.onerror = settle(() => reject(new EntryLoadError(`${entry} could not be loaded.`)));
    script.onload = settle(() => {
      const container = globals[name];
      if (container) resolve(container);
      else reject(new NoContainerError(`${entry} registered no container named ${name}.`));
    });
    document.head.append(script);
  });
}
