import type { Factory, ShareScope } from './share-scope.ts';

/** Container name, and address of its entry. */
export type Remote = { name: string; entry: string };

/** What a remote's entry leaves under its name (webpack's container protocol). */
export type Container = {
  init: (scope: ShareScope, initScope: unknown[], options: object) => unknown;
  get: (expose: string) => Promise<Factory>;
};

type Globals = Record<string, Container | undefined>;
/** The shell's check of what runs (ADR 0020): gives the element the hash that its file must have. */
type Page = { panelIntegrity?: (element: HTMLScriptElement) => void };

/** Runs an entry's script. Rejects when it cannot be had, or leaves nothing under its name. */
export function loadEntry({ name, entry }: Remote): Promise<Container> {
  const globals = globalThis as unknown as Globals;
  // What an older version left must not be taken for the new one.
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
    script.onerror = settle(() => reject(new Error(`${entry} could not be loaded.`)));
    script.onload = settle(() => {
      const container = globals[name];
      if (container) resolve(container);
      else reject(new Error(`${entry} left nothing under the name ${name}.`));
    });
    document.head.append(script);
  });
}
