import type { FileList } from '@panel/contract/release';
import { FILE_LIST } from '@panel/contract/wire';
import { keepToRemote } from './remote-styles.ts';

/** A well-formed hash that matches no file. */
const NOTHING = `sha384-${'A'.repeat(64)}`;

/** Address → hash, of every release that this tab knows: an older one may still load parts of itself. */
const table = new Map<string, string>();

/** Folder of a release → the hash of its list of files, and the list once it was requested. */
const lists = new Map<string, { hash: string; list?: Promise<FileList> }>();

const pathOf = (address: string): string => new URL(address, window.location.href).pathname;

type Files = { base: string; integrity: Readonly<Record<string, string>>; files?: string };

function add({ base, integrity }: Pick<Files, 'base' | 'integrity'>): void {
  for (const [file, hash] of Object.entries(integrity)) table.set(base + file, hash);
}

/** Allows the files of a release, if they match its signed manifest. */
export function trust(release: Files): void {
  add(release);
  if (release.files && !lists.has(release.base)) lists.set(release.base, { hash: release.files });
}

/** Allows files that the page itself has loaded by hash, with the same hash; they need no list. */
export function trustPage(): void {
  for (const element of document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('[integrity]'))
    table.set(pathOf('src' in element ? element.src : element.href), element.getAttribute('integrity') ?? NOTHING);
}

async function load(base: string, integrity: string): Promise<FileList> {
  // eslint-disable-next-line no-restricted-globals -- a file of a release, which the browser compares with its hash; no call of the contract
  const answer = await fetch(base + FILE_LIST, { integrity });
  if (!answer.ok) throw new Error(`${base + FILE_LIST} could not be loaded (${answer.status}).`);
  const list = (await answer.json()) as FileList;
  add({ base, integrity: list.integrity });
  return list;
}

/**
 * The files of a release by its folder, loaded once; null if the registry names none. A failure is retried on the
 * next call.
 */
export async function fileListOf(base: string): Promise<FileList | null> {
  const known = lists.get(base);
  if (!known) return null;
  known.list ??= load(base, known.hash).catch((error: unknown) => {
    delete known.list;
    throw error;
  });
  return known.list;
}

/** Whether the files of this release are known without requesting its list. */
const isListed = (base: string): boolean => !lists.has(base);

/**
 * The required hash of a file of the panel, synchronously if it is known; undefined for another origin, which can
 * only be a development server. Rejects when the list with the hash cannot be loaded.
 */
export function integrityOf(address: string): string | Promise<string> {
  if (new URL(address, window.location.href).origin !== window.location.origin) return '';
  const path = pathOf(address);
  const base = path.slice(0, path.lastIndexOf('/') + 1);
  const hash = table.get(path);
  if (hash !== undefined || isListed(base)) return hash ?? NOTHING;
  return fileListOf(base).then(() => table.get(path) ?? NOTHING);
}

function seal(element: HTMLScriptElement | HTMLLinkElement, hash: string): void {
  element.integrity = hash;
  if (hash) element.crossOrigin = 'anonymous';
}

/**
 * Lets a script, style or preload run only with the released content. Call it before the element is attached. Until
 * the hash is known, the element has no address, so the browser does not load it.
 */
export function checkIntegrity(element: HTMLScriptElement | HTMLLinkElement): void {
  const name = 'src' in element ? 'src' : 'href';
  const address = element.getAttribute(name) ?? '';
  if (element instanceof HTMLLinkElement) keepToRemote(element);
  const hash = integrityOf(address);
  if (typeof hash === 'string') return seal(element, hash);
  element.removeAttribute(name);
  void hash
    .catch(() => NOTHING)
    .then((found) => {
      seal(element, found);
      element.setAttribute(name, address);
    });
}

// Everything that webpack and the federation runtime load passes here (shared/federation/src/integrity-plugin.ts).
Object.defineProperty(globalThis, 'panelIntegrity', { value: checkIntegrity });
