import type { Command } from 'commander';
import type { CommonOptions } from '../generated/add-call.ts';
import { readPages, type Page, type PageOptions } from '../generated/pages.ts';
import { note, printAnswer, printRows, say } from '../output/print.ts';
import { read } from '../session/ask.ts';
import { choosePanel } from '../session/choose-panel.ts';
import { openInBrowser } from './open-in-browser.ts';
import { resolveSite } from './resolve.ts';

type Row = Record<string, unknown>;
type ListOptions = CommonOptions & PageOptions & { keyword?: string; status?: string; type?: string };

/** Adds what every paged list of a group has. */
export const pagedOptions = (command: Command): Command =>
  command
    .option('--page <number>', 'which page, from 1')
    .option('--page-size <number>', 'entries of a page, up to 100')
    .option('--all', 'all pages, up to 10,000 entries');

/** Prints a page of a list in chosen columns. */
export function printPage(page: Page<Row>, columns: string[], { json }: CommonOptions): void {
  if (json) return printAnswer(page, { json });
  printRows(page.pageElements, columns);
  if (page.totalPage > 1)
    note(`Page ${page.pageIndex + 1} of ${page.totalPage}, ${page.totalCount} in all. --page or --all shows more.`);
}

function addList(group: Command): void {
  const command = pagedOptions(group.command('list').alias('ls').description('your sites (scope sites:read)'))
    .option('--keyword <text>', 'part of the address')
    .option('--status <status>', 'such as ready or failed; several with commas')
    .option('--type <type>', 'such as wordpress; several with commas');
  command.action(async () => {
    const options = command.optsWithGlobals<ListOptions>();
    const { keyword, status, type } = options;
    const panel = choosePanel(options);
    const page = await readPages<Row>(options, (query) =>
      read(panel, '/site/filter', { ...query, keyword, status: status?.split(','), type: type?.split(',') }),
    );
    printPage(page, ['fqdn', 'type', 'status', 'version', 'created_at', 'site_id'], options);
  });
}

function addOpen(group: Command): void {
  const command = group
    .command('open')
    .description('open a site in the browser (scope sites:read)')
    .argument('<site>', 'its address, name or id')
    .option('--print', 'only print the address');
  command.action(async (typed: string) => {
    const options = command.optsWithGlobals<CommonOptions & { print?: boolean }>();
    const site = await resolveSite(choosePanel(options), typed);
    if (options.json) return printAnswer({ url: site.url }, options);
    say(site.url);
    if (!options.print && process.stdout.isTTY) await openInBrowser(site.url);
  });
}

export const SITES = { list: addList, open: addOpen };
