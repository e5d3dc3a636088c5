import { parseArgs } from 'node:util';
import { PackageName, ReleaseVersion } from '@panel/contract/release';
import * as v from 'valibot';
import { PlainError, UsageError } from '../plain-error.ts';
import type { OperatorClient } from '../release/operator-client.ts';
import { connect, PANEL_OPTIONS, type Context } from './context.ts';
import { changedText, changesText, listText, type Listed } from './registry-text.ts';

export const REGISTRY_USAGE = `  list [package]                  what every partner runs, and which releases there are
  promote  <package> [version]    the stable version from now on; without a version the newest release
  rollback <package>              back to the stable version before
  canary   <package> <percent> [version]   some users get it, always the same ones; 0 ends it
  pin      <package> <version>    this one, whatever is promoted
  unpin    <package>
  disable  <package>              nobody gets it
  enable   <package>
  block    <package> <version>    holds a version back
  unblock  <package> <version>
  revoke   <package>@<version>    this version is unsafe: nobody ever gets it again; with --reason
  follow   <package>              the partner of --partner gives up its own policy, and gets what all partners get
  changes                         who changed what
  clean-up                        removes releases that no page can request any more

  --partner HOST      for one partner, e.g. cobalt.localhost; otherwise for all. list: what this one runs
  --reason TEXT       revoke: why, for other operators
  --page N            list, changes: the Nth page of releases or changes; default 1
  --page-size N       list, changes: rows per page, at most 100; default 50
  --json              for scripts
  --days N            clean-up: keep what was in use in the last N days; default 30
  --dry-run           clean-up: list what would be removed
  --to URL            the panel; default: http://localhost:8099
  --token-file FILE   the operator token; default: OPERATOR_TOKEN, or that of the local panel
  --key FILE          a team's key instead of the operator token, for packages that belong to it; default: RELEASE_KEY`;

const OPTIONS = {
  ...PANEL_OPTIONS,
  partner: { type: 'string' },
  reason: { type: 'string' },
  page: { type: 'string' },
  'page-size': { type: 'string' },
  json: { type: 'boolean' },
  days: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

type Change = Parameters<OperatorClient['change']>[0];
type Action = Change['action'];
/** The arguments after the package. */
type Form = readonly ('version' | 'version?' | 'percent')[];

const FORMS: Record<Action, Form> = {
  promote: ['version?'],
  rollback: [],
  canary: ['percent', 'version?'],
  pin: ['version'],
  unpin: [],
  disable: [],
  enable: [],
  block: ['version'],
  unblock: ['version'],
  revoke: ['version'],
  follow: [],
};

function percentOf(text: string): number {
  if (!/^\d{1,3}%?$/.test(text) || Number.parseInt(text, 10) > 100)
    throw new UsageError(`"${text}" is not a percentage: use a whole number from 0 to 100.`);
  return Number.parseInt(text, 10);
}

function versionOf(text: string): string {
  if (!v.is(ReleaseVersion, text)) throw new UsageError(`"${text}" is not a version. Run "registry list" to see them.`);
  return text;
}

function packageOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('Which package? shell, or the id of a remote such as mf-sites.');
  if (!v.is(PackageName, text))
    throw new UsageError(`"${text}" is not a package: use shell, or the id of a remote such as mf-sites.`);
  return text;
}

/**
 * Parses and checks the arguments before any request.
 * @throws UsageError
 */
export function readChange(action: Action, given: readonly string[]): Change {
  const [name, ...words] = action === 'revoke' ? given.flatMap((word) => word.split('@')) : given;
  const form = FORMS[action];
  const change: Change = { package: packageOf(name), action };
  for (const [index, kind] of form.entries()) {
    const word = words[index];
    if (word === undefined && !kind.endsWith('?')) throw new UsageError(`${action} ${change.package}: which ${kind}?`);
    if (word === undefined) continue;
    if (kind === 'percent') change.percent = percentOf(word);
    else change.version = versionOf(word);
  }
  if (words.length > form.length) throw new UsageError(`${action} does not accept "${words[form.length]}".`);
  return change;
}

/** The newest release, the default of some commands. */
async function newest(client: OperatorClient, { package: name }: Change): Promise<string> {
  const first = (await client.list({ package: name, pageSize: 50 })).pageElements.find(({ revoked }) => !revoked);
  if (!first)
    throw new PlainError(
      `There is no release of ${name}, or ${name} belongs to another team. Release it, or see what you can change: registry list`,
    );
  return first.version;
}

function wholeNumber(
  name: string,
  text: string | undefined,
  { least = 1, most, otherwise }: { least?: number; most: number; otherwise: number },
): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new UsageError(`--${name} "${text}" is not a whole number from ${least} to ${most}.`);
  return Number(text);
}

/** What runs, and one page of the releases, filtered by package and partner. */
async function list(
  client: OperatorClient,
  which: { package?: string; partner?: string },
  page: { pageIndex: number; pageSize: number },
): Promise<Listed> {
  const [runs, releases] = await Promise.all([client.running(which), client.list({ ...which, ...page })]);
  if (which.package !== undefined && runs.packages.length === 0)
    throw new PlainError(`There is no package ${which.package} in this panel. See all: registry list`);
  return { ...runs, releases };
}

const needsVersion = ({ action, percent, version }: Change): boolean =>
  version === undefined && (action === 'promote' || (action === 'canary' && percent !== 0));

/**
 * `registry …`: shows or changes what partners run.
 * @throws PlainError with the panel's reason; UsageError
 */
export async function registryCommand(words: readonly string[], context: Context): Promise<void> {
  const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  const [action, ...rest] = positionals;
  const show = <T>(answer: T, text: (answer: T) => string) =>
    context.say(values.json ? JSON.stringify(answer, null, 1) : text(answer));
  const only = (most: number) => {
    if (rest.length > most) throw new UsageError(`${action} does not accept "${rest[most]}".`);
  };
  const page = {
    pageIndex: wholeNumber('page', values.page, { most: 1_000_000, otherwise: 1 }) - 1,
    pageSize: wholeNumber('page-size', values['page-size'], { most: 100, otherwise: 50 }),
  };
  if (action === 'list') {
    only(1);
    const name = rest[0] === undefined ? undefined : packageOf(rest[0]);
    return show(
      await list(connect(context, values).client, { package: name, partner: values.partner }, page),
      listText,
    );
  }
  if (action === 'changes') {
    only(0);
    return show(await connect(context, values).client.changes(page), changesText);
  }
  if (action === 'clean-up') {
    only(0);
    const days = wholeNumber('days', values.days, { most: 3650, otherwise: 30 });
    const dryRun = values['dry-run'] ?? false;
    return show(await connect(context, values).client.cleanUp({ days, dryRun }), ({ removed, kept }) =>
      [
        ...removed.map(
          ({ package: name, version }) => `${name} ${version} ${dryRun ? 'would be removed' : 'is removed'}`,
        ),
        `${kept} releases ${dryRun ? 'would be' : 'are'} kept`,
      ].join('\n'),
    );
  }
  if (action === undefined || !Object.hasOwn(FORMS, action))
    throw new UsageError(action === undefined ? 'No command given.' : `There is no "${action}".`);
  const change = readChange(action as Action, rest);
  if (action === 'follow' && values.partner === undefined)
    throw new UsageError(`follow ${change.package}: which partner? Name it with --partner HOST.`);
  if (action === 'revoke' && !values.reason)
    throw new UsageError(`revoke ${change.package}: why? Other operators read it: --reason TEXT.`);
  const { client } = connect(context, values);
  if (needsVersion(change)) change.version = await newest(client, change);
  show(await client.change({ ...change, partner: values.partner, reason: values.reason }), changedText);
}
