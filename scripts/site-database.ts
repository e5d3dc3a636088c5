import { parseArgs } from 'node:util';
import {
  panelAddress,
  panelClient,
  PANEL_OPTIONS,
  readAuthorization,
  run,
  UsageError,
} from '../shared/federation/src/release.ts';
import { operatorContext } from './lib/operator-context.ts';

const USAGE = `npm run site-database -- <address of the site> <mariadb|sqlite>     moves the tables of a WordPress, after a backup

  --to URL            the panel; default: http://localhost:8099
  --token-file FILE   the operator token; default: OPERATOR_TOKEN, or that of the local panel`;

async function move(words: string[]): Promise<void> {
  const { to, 'token-file': tokenFile } = PANEL_OPTIONS;
  const { values, positionals } = parseArgs({
    args: words,
    options: { to, 'token-file': tokenFile },
    allowPositionals: true,
  });
  const [fqdn, database, more] = positionals;
  if (fqdn === undefined || more !== undefined) throw new UsageError('Which site, and where to?');
  if (database !== 'mariadb' && database !== 'sqlite') throw new UsageError('Where to? mariadb or sqlite.');
  const context = operatorContext();
  const url = panelAddress(values.to ?? context.defaultPanel);
  const { site } = panelClient(url, readAuthorization(url, values, context));
  const { task_id } = await site.moveDatabase({ fqdn, database });
  context.say(
    `Started task ${task_id}: ${fqdn} moves to ${database}, after a backup. Its owner sees the progress in the panel.`,
  );
}

const words = process.argv.slice(2);
if (words.includes('--help')) console.log(USAGE);
else await run(() => move(words), USAGE);
