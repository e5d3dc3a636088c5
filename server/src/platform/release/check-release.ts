import { Release, type Build, type Signature } from '@panel/contract/release';
import { checkManifest, checkRuns, checkSlots, checkTogether } from '@panel/contract/release-checks';
import * as v from 'valibot';
import { PanelError } from '../../kernel/errors.ts';
import { sha256 } from './open-release.ts';
import { checkOwns, hasSigned, type FindKey } from './release-keys.ts';
import type { KnownKey } from '../../context/call-context.ts';
import type { Revocation } from './release.repo.ts';

const FUTURE_MS = 5 * 60_000;
const FILES_MAX = 500;
const PAST_MS = 30 * 24 * 3_600_000;

export const refused = (reason: string): PanelError => new PanelError('RELEASE_REFUSED', { reason });
/** Why a release is never served again, as a sentence. */
export const revokedText = ({ at, by, reason, ...id }: Revocation): string =>
  `${label(id)} was revoked on ${at.toISOString().slice(0, 10)} by ${by} (${reason}) and is never served again.`;
const label = ({ package: name, version }: Pick<Build, 'package' | 'version'>): string => `${name} ${version}`;

/**
 * Parses the signed text as a release.
 * @throws PanelError RELEASE_REFUSED that names the place
 */
export function parseRelease(text: string): Release {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('The manifest is not valid JSON. Build the package again.');
  }
  const parsed = v.safeParse(Release, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw refused(`The manifest is not valid: ${v.getDotPath(issue) ?? '(the whole)'}: ${issue.message}`);
}

/**
 * Checks that a key to which the package belongs has signed exactly this text, and returns the key.
 * @throws PanelError SIGNATURE_INVALID, KEY_REFUSED
 */
export async function checkSignature(
  findKey: FindKey,
  release: Release,
  text: string,
  signature: Signature | null,
): Promise<KnownKey> {
  const invalid = (reason: string) => new PanelError('SIGNATURE_INVALID', { reason: `${label(release)}: ${reason}.` });
  if (!signature) throw invalid('it is not signed; sign it with a key that this panel trusts');
  const { keyId } = signature;
  const known = await findKey(keyId);
  if (!known)
    throw invalid(
      `it is signed with the key ${keyId}, which this panel does not trust; the operator of the panel adds it to a team at /admin/teams, or invites you to`,
    );
  if (!hasSigned(known, text, signature.signature))
    throw invalid(`its signature with the key ${keyId} does not match this text; it was changed after it was signed`);
  checkOwns(known, release.package);
  return known;
}

/** @throws PanelError RELEASE_REFUSED when the release is from the future, or so old that it may be replayed */
export function checkTime(release: Release, now: Date): void {
  const made = new Date(release.createdAt).getTime();
  const both = `it was created at ${release.createdAt}, and the clock of this panel shows ${now.toISOString()}`;
  if (made > now.getTime() + FUTURE_MS)
    throw refused(
      `${label(release)}: ${both}. A release more than 5 minutes ahead is rejected: set the clocks and release again.`,
    );
  if (made < now.getTime() - PAST_MS)
    throw refused(`${label(release)}: ${both}. A release older than 30 days is rejected: release again.`);
}

/** Does the manifest list a hash for every file it names? Browsers run no file without one. */
function unlistedFile({ entry, styles, preload, pages, shared, integrity }: Build): string | undefined {
  const named = [
    entry,
    ...styles,
    ...preload,
    ...Object.values(pages).flatMap(({ files }) => files),
    ...Object.values(shared).flat(),
  ];
  return named.find((file) => !Object.hasOwn(integrity, file));
}

/** Names that the storage reserves: the manifest, the list of files, and the compressed forms of files. */
const RESERVED = /^(?:manifest(?:\.sig)?|files)\.json$|\.(?:br|gz)$/;

/**
 * Errors of a manifest on its own.
 * @throws PanelError RELEASE_REFUSED
 */
export function checkAlone(release: Build): void {
  if (release.manifest.id !== release.package)
    throw refused(`${label(release)}: its manifest is that of ${release.manifest.id}.`);
  const isShell = release.package === 'shell';
  if (isShell !== (release.offers !== undefined))
    throw refused(
      `${label(release)}: ${isShell ? 'a shell has to declare what it offers' : 'only the shell may offer shared packages'}.`,
    );
  const [wrong] = checkManifest(release.manifest, Object.keys(release.pages));
  if (wrong) throw refused(`${label(release)}: ${wrong}`);
  const reserved = Object.keys(release.integrity).find((file) => RESERVED.test(file));
  if (reserved !== undefined) throw refused(`${label(release)}: a release cannot contain a file named ${reserved}.`);
  const otherMap = Object.keys(release.maps ?? {}).find((file) => !file.endsWith('.map'));
  if (otherMap !== undefined)
    throw refused(`${label(release)}: it lists ${otherMap} as a source map; the name of one ends in .map.`);
  if (Object.keys(release.integrity).length > FILES_MAX)
    throw refused(
      `${label(release)}: it has ${Object.keys(release.integrity).length} files; ${FILES_MAX} are allowed.`,
    );
  const unlisted = unlistedFile(release);
  if (unlisted !== undefined) throw refused(`${label(release)}: it names ${unlisted}, for which it has no hash.`);
}

/** A release that partners run now, and their names. */
export type LiveRelease = { release: Build; partners: readonly string[] };

const among = (partners: readonly string[]): string =>
  partners.length > 2 ? `${partners.slice(0, 2).join(', ')} and ${partners.length - 2} more` : partners.join(', ');

/** Why a remote does not fit a shell, as one line; null when it does. */
function misfit(remote: Build, shell: Build, partners: readonly string[]): string | null {
  const [clause] = checkRuns(remote, shell);
  return clause ? `${label(remote)} does not fit ${label(shell)} of ${among(partners)}: ${clause}.` : null;
}

/**
 * Checks that a release fits what is live, shells with remotes and remotes with shells. `live` holds the releases of
 * other packages that the affected partners run.
 * @throws PanelError RELEASE_REFUSED with one line
 */
export function checkAmong(release: Build, live: readonly LiveRelease[]): void {
  const others = live.filter((each) => each.release.package !== release.package);
  for (const { release: other, partners } of others) {
    const line =
      release.package === 'shell'
        ? misfit(other, release, partners)
        : other.package === 'shell'
          ? misfit(release, other, partners)
          : null;
    if (line) throw refused(line);
    const [clash] = checkTogether([other.manifest, release.manifest]);
    if (clash) throw refused(`${label(release)}: ${clash}`);
  }
  const [slot] = checkSlots(
    release.manifest,
    others.map((other) => other.release.manifest),
  );
  if (slot) throw refused(`${label(release)}: ${slot}`);
}

/**
 * SHA-256 of a release's content: the same content from another commit or build is the same release. Source maps change
 * with comments, which change no script.
 */
export function contentDigest({
  commit: _commit,
  author: _author,
  note: _note,
  createdAt: _made,
  format: _format,
  maps: _maps,
  ...content
}: Release): string {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, inner]) => [key, sorted(inner)]),
    );
  };
  return sha256(JSON.stringify(sorted(content)));
}
