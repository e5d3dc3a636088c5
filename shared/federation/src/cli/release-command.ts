import { ReleaseVersion, type Build } from '@panel/contract/release';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { isFresh } from '../fresh.ts';
import { distOf, type Package } from '../packages.ts';
import { PlainError, UsageError } from '../plain-error.ts';
import { packedFiles, readBuild, releaseText } from '../release/bundle.ts';
import { originOf } from '../release/commit.ts';
import { makeKey, readKey, type ReleaseKey } from '../release/keys.ts';
import { panelAddress, panelClient, wasRefused, type OperatorClient } from '../release/operator-client.ts';
import { readSigningKey } from '../release/secrets.ts';
import { connect, PANEL_OPTIONS, type Context } from './context.ts';

export const RELEASE_OPTIONS = `  --check             check whether the panel would accept it, and change nothing
  --promote           make it the stable version for all partners after the upload
  --version V         name it V; by default a hash of its content
  --to URL            the panel; default: http://localhost:8099
  --token-file FILE   the operator token; default: OPERATOR_TOKEN, or that of the local panel. A team needs none
  --key FILE          the key that signs (PEM); default: RELEASE_KEY, or that of the local panel`;

const OPTIONS = {
  ...PANEL_OPTIONS,
  check: { type: 'boolean' },
  promote: { type: 'boolean' },
  version: { type: 'string' },
} as const;
type Options = {
  to?: string;
  'token-file'?: string;
  key?: string;
  check?: boolean;
  promote?: boolean;
  version?: string;
};

async function built(of: Package, say: Context['say']): Promise<Build> {
  if (isFresh(of)) {
    const build = await readBuild(distOf(of));
    say(`build    ${of.id} ${build.version} is up to date`);
    return build;
  }
  const started = performance.now();
  const { buildPackage } = await import('../build-package.ts');
  const build = await buildPackage(of);
  say(`build    ${of.id} ${build.version} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return build;
}

/** With --check, checks a release even if it cannot be signed here. */
function keyFor(options: Options, context: Context): ReleaseKey | null {
  try {
    return readSigningKey(options.key, context);
  } catch (error) {
    if (options.check && options.key === undefined && error instanceof PlainError) return null;
    throw error;
  }
}

const kilobytes = (files: readonly { brotli: string }[]): string =>
  `${(files.reduce((sum, { brotli }) => sum + (brotli.length * 3) / 4, 0) / 1024).toFixed(1)} KB`;

/** A build, the folder with its files, and that of its sources. */
type Ready = { build: Build; dist: string; folder: string };

async function release(getReady: () => Promise<Ready>, options: Options, context: Context): Promise<void> {
  const { say } = context;
  const { client, panel } = connect(context, options);
  const key = keyFor(options, context);
  const { build, dist, folder } = await getReady();
  const { why, ...origin } = originOf(folder);
  const { commit, author, note } = origin;
  say(commit ? `commit   ${commit} by ${author}: ${note}` : `commit   none: ${why ?? ''}, so the release names none`);
  const manifest = releaseText(build, { ...origin, createdAt: new Date(), version: options.version });
  const signature = key?.sign(manifest) ?? null;
  say(key ? `sign     with the key ${key.keyId}` : 'sign     not signed, because no key was found');
  const name = `${build.package} ${options.version ?? build.version}`;

  await client.check({ manifest, signature });
  say(`check    ${name} fits what ${panel} runs`);
  if (options.check) return;

  const { files, maps } = await packedFiles(dist, build);
  const { version, existed, repaired } = await client.publish({ manifest, signature, files, maps });
  const was = repaired ? 'was already published; its files in the storage were restored' : 'was there already';
  say(existed ? `upload   ${name} ${was}` : `upload   ${files.length} files, ${kilobytes(files)} to ${panel}`);
  if (!options.promote) {
    say(`next     ${context.registry} promote ${build.package} ${version} --to ${panel}`);
    return;
  }
  say(`promote  ${await promote(client, build.package, version)}`);
}

/** Makes a version stable for all. A repeated job finds it already stable and succeeds. */
async function promote(client: OperatorClient, name: string, version: string): Promise<string> {
  const { channels } = await client.running({ package: name });
  if (channels.some(({ partner, stable }) => partner === null && stable === version))
    return `${name} ${version} is already stable for all partners`;
  return (await client.change({ package: name, action: 'promote', version })).detail;
}

/** `release keygen [file]`: creates a team's signing key. */
function keygen(positionals: readonly string[], { say }: Context): void {
  if (positionals.length > 1) throw new UsageError('keygen takes one file.');
  const file = positionals[0] ?? 'release.pem';
  const { publicKey, keyId } = makeKey(file);
  say(`The private key is in ${file}: keep it secret, and out of git. Its id is ${keyId}.`);
  say(`The operator of a panel adds the public key to your team, at /admin/teams or in RELEASE_KEYS:\n${publicKey}`);
}

/** `release enroll <code> [file]`: adds a team's key to a panel, with the code of an invitation. */
async function enroll([code, file = 'team.pem', ...more]: readonly string[], to: string | undefined, context: Context) {
  if (code === undefined || more.length > 0)
    throw new UsageError('enroll takes the code of an invitation, and one file.');
  const url = panelAddress(to ?? context.defaultPanel);
  const place = resolve(file);
  const isThere = existsSync(place);
  const key = isThere ? readKey(readFileSync(place, 'utf8'), file) : makeKey(place);
  const { team, packages, keyId } = await panelClient(url, () => code)
    .team.enroll({ publicKey: key.publicKey })
    .catch((error: unknown) => {
      // A new key that no panel knows would only be taken for one that works. Without an answer, the panel may know it.
      if (!isThere && wasRefused(error)) rmSync(place);
      else if (!isThere) context.say(`The panel may have added the key. It is in ${file}: keep it secret.`);
      throw error;
    });
  if (!isThere) context.say(`The private key is in ${file}: keep it secret, and out of git.`);
  context.say(`The team ${team} has the key ${keyId} now. It may release ${packages.join(', ') || 'nothing yet'}.`);
}

function readOptions(words: readonly string[]): { options: Options; positionals: string[] } {
  const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  if (values.check && values.promote)
    throw new UsageError('--check changes nothing, so it cannot be combined with --promote.');
  if (values.version !== undefined && !v.is(ReleaseVersion, values.version))
    throw new UsageError(
      `"${values.version}" is not a version: use lower-case letters, digits, dots, dashes and plus signs, at most 64, e.g. 2.1.0.`,
    );
  return { options: values, positionals };
}

/**
 * `release …`: builds if needed, signs, checks, uploads, and optionally promotes; prints one line per step. `find`
 * returns the package by name.
 * @throws PlainError with the reason of a refusal; UsageError
 */
export async function releaseCommand(
  words: readonly string[],
  context: Context,
  find: (names: readonly string[]) => Promise<Package>,
): Promise<void> {
  const { options, positionals } = readOptions(words);
  if (positionals[0] === 'keygen') return keygen(positionals.slice(1), context);
  if (positionals[0] === 'enroll') return enroll(positionals.slice(1), options.to, context);
  const of = await find(positionals);
  await release(
    async () => ({ build: await built(of, context.say), dist: distOf(of), folder: of.folder }),
    options,
    context,
  );
}

/**
 * `publish <dist> …`: the same for a folder that another tool has built, with PanelRemotePlugin.
 * @throws PlainError with the reason of a refusal; UsageError
 */
export async function publishCommand(words: readonly string[], context: Context): Promise<void> {
  const { options, positionals } = readOptions(words);
  const [given, more] = positionals;
  if (given === undefined || more !== undefined) throw new UsageError('publish takes the folder of one build.');
  const dist = resolve(context.here, given);
  await release(async () => ({ build: await readBuild(dist), dist, folder: dist }), options, context);
}
