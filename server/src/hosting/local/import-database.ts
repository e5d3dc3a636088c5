import path from 'node:path';
import * as v from 'valibot';
import { list } from '@panel/contract/schemas';
import { parseJson } from '../../lib/parse-json.ts';
import type { Progress } from '../driver.ts';
import { hostedText } from '../hosted-text.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { writeAtomic } from './panel-files.ts';
import { createDatabase, finishDatabase } from './server-database.ts';
import { DATABASE } from './site-folder.ts';
import { commandFailed, type SiteTools } from './site-tools.ts';
import { PERCENT_FILE } from './temporary-files.ts';
import { watchSize } from './watch-size.ts';
import { wpConfig } from './wp-config.ts';
import { sentence } from '../../lib/sentence.ts';

const address = v.pipe(v.string(), v.maxLength(500));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The last line that `import.php` prints. */
const ANSWER = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    prefix: v.pipe(v.string(), v.regex(/^\w{1,64}$/)),
    siteurl: address,
    home: address,
    statements: count,
    /** Texts that were in none of the character sets of the dump. */
    repaired: count,
    /** Tables that do not begin with the prefix; the first of them by name. */
    others: v.object({ count, names: list(hostedText(64), { max: 20 }) }),
  }),
  v.object({
    ok: v.literal(false),
    line: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    reason: v.pipe(v.string(), v.maxLength(500)),
  }),
]);

/** Where a site answered before its import. */
export type ImportedFrom = { siteurl: string; home: string };

/** `beside`: the folder for files in the making. `otherTables`: whether addresses are replaced in tables without the prefix. */
type ImportedAs = { url: string; prefix: string | null; beside: string; otherTables: boolean };

/**
 * Runs an SQL dump of MySQL in a new database, inside the site's sandbox, and writes the configuration for its tables.
 * Without a server for databases, WordPress's SQLite integration runs it. The site then has its new address, its content still the old one.
 * @throws HostingError UNSUPPORTED with the line of a statement that cannot be imported
 */
export async function importDatabase(
  tools: SiteTools,
  mount: SiteMount,
  { url, prefix, beside, otherTables }: ImportedAs,
  p: Progress,
): Promise<ImportedFrom> {
  const { php } = tools.runtime;
  const config = path.join(mount.live, 'wp-config.php');
  const database = tools.databases === null ? null : await createDatabase(tools, mount);
  await writeAtomic(config, wpConfig('wp_', database), 0o644, beside);
  await php.own(mount);
  p.note('Importing the database');
  const percent = DATABASE + PERCENT_FILE;
  const result = await watchSize(
    path.join(mount.live, 'data', percent),
    (done) => p.progress?.({ done, unit: 'percent' }),
    () =>
      php.script(mount, 'import', { url, prefix: prefix ?? '' }, { env: { PANEL_PERCENT: percent }, signal: p.signal }),
  );
  const answer = parseJson(ANSWER, result.stdout.trimEnd().split('\n').at(-1) ?? '');
  if (answer === null) throw commandFailed('We could not import the database.', result);
  if (!answer.ok) throw refused(answer);
  p.note(`${answer.statements} statements imported, tables begin with ${answer.prefix}`);
  if (answer.repaired > 0)
    p.note(`${answer.repaired} texts had bytes that are no text in the character set of the dump; these were replaced`);
  const { others } = answer;
  const more = others.count - others.names.length;
  if (others.count > 0)
    p.note(
      `Tables that do not begin with ${answer.prefix}: ${others.names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ` +
        `The old address ${otherTables ? 'is replaced there, too' : 'stays there'}`,
    );
  await writeAtomic(config, wpConfig(answer.prefix, database), 0o644, beside);
  const updated = await php.wp(mount, ['core', 'update-db', '--quiet', '--skip-plugins', '--skip-themes'], {
    signal: p.signal,
  });
  if (updated.code !== 0)
    throw commandFailed('We could not update the database to this version of WordPress.', updated);
  if (database !== null) await finishDatabase(mount, database.name);
  return { siteurl: answer.siteurl, home: answer.home };
}

function refused({ line, reason }: { line: number | null; reason: string }): HostingError {
  // What the dump says is text for its owner: one line, without control characters.
  const text = reason.replace(/\p{Cc}+/gu, ' ').toWellFormed();
  const why =
    line === null
      ? sentence(text)
      : sentence('Line {line} of the database dump: {reason}', { line: String(line), reason: text });
  return new HostingError('UNSUPPORTED', [why, sentence('Nothing was imported.')], { retryable: false });
}
