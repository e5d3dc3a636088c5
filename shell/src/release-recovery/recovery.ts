import { AGAINST_RELEASE, AVOID_COOKIE, AVOID_SECONDS, type PlatformError } from '@panel/contract/platform-errors';
import type { PageModule } from '@panel/core';
import { avoided, seen } from '../boot/active-releases.ts';
import { loadPage } from '../boot/load-page.ts';
import type { Broken, Failed } from '../boot/recovery-part.ts';
import { remoteOf, SHELL_ID, type Remote } from '../boot/remote.ts';
import { tell } from './beacons.ts';
import { diagnose, numbered, type Diagnosis } from './diagnose.ts';
import { fetchFile } from './fetch-file.ts';
import { adopt, askRegistry, ownShell } from './registry.ts';
import { allowSecondTry, secondTry } from './second-try.ts';
import { thrownBy } from './thrown-by.ts';
import { reportOf } from './thrown.ts';

const HEAL_LIMIT_MS = 3000;

/** Releases for which this browser has already requested a replacement; it does so once. */
const tried = new Set<string>();
/** Remote → its files that bypass all caches in the next attempt. */
const bad = new Map<string, Set<string>>();

type Report = { detail: string; stack?: string };
type Release = Pick<Remote, 'version'>;

/** Records a failure of a release, and sends it. */
export function report(
  remoteId: string,
  remote: Release | undefined,
  reason: PlatformError,
  { detail, ...where }: Report,
): void {
  const version = remoteId === SHELL_ID ? ownShell : remote?.version;
  // A developer's local server is not a release.
  if (!version || version === 'local') return;
  seen.push({ package: remoteId, version, kind: 'error', reason, detail: detail.slice(0, 300), ...where });
  tell();
}

function detailOf(page: string, { file, thrown }: Diagnosis): Report {
  if (thrown !== undefined) return reportOf(page, thrown);
  return { detail: file ? `${page}: ${new URL(file, window.location.href).pathname}` : page };
}

/** A reload gets another release of the shell, if there is one, instead of the one with the missing part. */
function avoidShell(): void {
  if (ownShell) document.cookie = `${AVOID_COOKIE}=shell@${ownShell}; path=/; max-age=${AVOID_SECONDS}; samesite=lax`;
}

/** A replacement for a failed release, if the server knows one: once per release and tab. */
async function another(remoteId: string, failed: Release | undefined, reason: PlatformError): Promise<Remote | null> {
  if (!failed || failed.version === 'local' || !AGAINST_RELEASE.includes(reason)) return null;
  const nameOf = ({ version }: Release): string => `${remoteId}@${version}`;
  const name = nameOf(failed);
  if (tried.has(name)) return null;
  tried.add(name);
  avoided.add(name);
  const registry = await askRegistry().catch(() => null);
  const other = registry && remoteOf(remoteId, registry);
  // One that failed before is no help, and would wait for itself.
  if (registry && other && !tried.has(nameOf(other)) && !other.refused) {
    adopt(registry);
    return other;
  }
  avoided.delete(name);
  return null;
}

const withoutOverride = (failed: Failed): Promise<PageModule | null> =>
  import('../override/end-override.ts').then(
    (part) => part.withoutOverride(failed),
    () => null,
  );

/**
 * A page could not be loaded: finds and reports the cause, and returns the page of an earlier release if there is
 * one.
 */
export async function recover(failed: Failed): Promise<PageModule> {
  const { remoteId, page, remote, error } = failed;
  const released = remote?.version === 'local' ? await withoutOverride(failed) : null;
  if (released) {
    // The developer's own error; the notification only names the remote.
    console.error(error.cause);
    return released;
  }
  const found = await diagnose(failed);
  const again = secondTry(failed, found);
  if (again) return again;
  const { number, file, thrown } = found;
  // React logs what a page throws, but not what keeps it from loading.
  if (thrown !== undefined) console.error(thrown);
  if (file) bad.set(remoteId, (bad.get(remoteId) ?? new Set()).add(file));
  const isShell = remoteId === SHELL_ID;
  if (isShell && AGAINST_RELEASE.includes(number)) avoidShell();
  // The initial HTML's own script has already reported the shell's missing file.
  if (!isShell || !file) report(remoteId, remote, number, detailOf(page, found));
  const other = await another(remoteId, remote, number);
  if (other) return loadPage(remoteId, page, other);
  throw numbered(number, remoteId, error);
}

/**
 * A page or a part threw while it ran: reports the release that threw; true when an earlier one can replace it. That is
 * the page's own, unless the error's stack leads to another remote.
 */
export async function pageBroke({ remoteId, page, remote, cause }: Broken): Promise<boolean> {
  const thrower = thrownBy(cause);
  const [id, release] = thrower ? [thrower.remoteId, thrower] : [remoteId, remote];
  report(id, release, 'P208', reportOf(page, cause));
  return (await another(id, release, 'P208')) !== null;
}

/**
 * Reloads faulty files, so that the next attempt does not use the cached copy. A file that is still faulty fails
 * there.
 */
async function heal(remoteId: string): Promise<void> {
  const files = [...(bad.get(remoteId) ?? [])];
  bad.delete(remoteId);
  const signal = AbortSignal.timeout(HEAL_LIMIT_MS);
  await Promise.allSettled(
    files.map(async (file) => (await fetchFile(file, { cache: 'reload', signal })).arrayBuffer()),
  );
}

/** Runs before Retry. Rejects with P301 when the tab has no data about the remote and the server is unreachable. */
export async function prepareRetry(remoteId: string): Promise<void> {
  allowSecondTry();
  const [asked] = await Promise.allSettled([askRegistry(), heal(remoteId)]);
  if (asked.status === 'fulfilled') adopt(asked.value);
  else if (!remoteOf(remoteId)) throw numbered('P301', remoteId, asked.reason);
}
