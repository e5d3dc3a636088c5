/** Well formed, and of no file there is. */
const NOTHING = `sha384-${'A'.repeat(64)}`;

/** Address → hash, of every release that this tab has heard of: an older one may still load parts of itself. */
const table = new Map<string, string>();

/** The files of a release may run, as long as they are what its signed manifest says. */
export function trust({ base, integrity }: { base: string; integrity: Readonly<Record<string, string>> }): void {
  for (const [file, hash] of Object.entries(integrity)) table.set(base + file, hash);
}

/** The hash that a file of the panel must have; nothing for another origin, where only a development server can be. */
export function integrityOf(address: string): string {
  const { origin, pathname } = new URL(address, window.location.href);
  return origin === window.location.origin ? (table.get(pathname) ?? NOTHING) : '';
}

/** Lets a script, style or preload pass only with the bytes that were released. Call it before the element is attached. */
export function checkIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  element.integrity = integrityOf('src' in element ? element.src : element.href);
  if (element.integrity) element.crossOrigin = 'anonymous';
}

// What webpack and the federation runtime load passes here (shared/federation/src/integrity-plugin.ts).
Object.assign(globalThis, { panelIntegrity: checkIntegrity });
