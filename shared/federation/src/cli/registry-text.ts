import { platformErrors } from '@panel/contract/platform-errors';
import type { OperatorClient } from '../release/operator-client.ts';
import { table } from './table.ts';

type Releases = Awaited<ReturnType<OperatorClient['list']>>;
/** What runs, and one page of the releases. */
export type Listed = Awaited<ReturnType<OperatorClient['running']>> & { releases: Releases };
type Changes = Awaited<ReturnType<OperatorClient['changes']>>;
type Changed = Awaited<ReturnType<OperatorClient['change']>>;
type Stats = Releases['pageElements'][number]['stats'];

/** To the minute, with its zone: operators read it beside logs of other machines. */
const minute = (at: string): string => `${at.slice(0, 16)}Z`;
const milliseconds = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`);
const reasonsOf = ({ reasons }: Stats): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ') || '-';
const measured = (stats: Stats): (string | number)[] => [
  stats.loads,
  milliseconds(stats.loadMsMedian),
  stats.errors,
  reasonsOf(stats),
];
const MEASURED = ['loads', 'median', 'errors', 'why'];

/** The page number, if there are several pages; otherwise nothing. */
function pageText({ pageIndex, totalPage, totalCount }: Omit<Changes, 'pageElements'>, what: string): string {
  if (totalPage <= 1 && pageIndex === 0) return '';
  const next = pageIndex + 1 < totalPage ? `; the next: --page ${pageIndex + 2}` : '';
  return `\nPage ${pageIndex + 1} of ${totalPage}, ${totalCount} ${what} in all${next}`;
}

/** The older version that runs instead of a refused one; the refused one itself if there is none. */
const insteadOf = ({ version, refused }: Listed['running'][number]): string =>
  version === null || refused.some((each) => each.version === version) ? '-' : version;

/** What every partner runs, and a page of releases; a release that is refused where it should run has its own line. */
export function listText({ releases, running, channels }: Listed): string {
  const own = new Set(
    channels
      .filter(({ partner, follows }) => partner !== null && !follows)
      .map((each) => `${each.package} ${each.partner}`),
  );
  const runs = running.map((each) => [
    each.partner,
    each.package,
    each.version ?? '-',
    each.by,
    own.has(`${each.package} ${each.partner}`) ? 'own' : 'all',
    each.canary ? `${each.canary.version} ${each.canary.percent} %` : '-',
    minute(each.since),
    each.changedBy,
    ...measured(each.stats),
  ]);
  const made = releases.pageElements.map((each) => [
    each.package,
    each.version,
    each.refused?.error ?? '-',
    each.commit.slice(0, 10) || '-',
    minute(each.publishedAt),
    each.publishedBy,
    `${(each.bytes / 1024).toFixed(1)} KB`,
    ...measured(each.stats),
  ]);
  const held = channels.flatMap((each) =>
    each.blocked.map((one) => [each.package, one.version, each.partner ?? 'all', minute(one.at), one.by, one.reason]),
  );
  const revoked = releases.pageElements.flatMap(({ package: name, version, revoked: why }) =>
    why ? [[name, version, minute(why.at), why.by, why.reason]] : [],
  );
  const refused = running.flatMap((each) =>
    each.refused.map((one) => [
      each.package,
      one.version,
      each.partner,
      minute(one.since),
      insteadOf(each),
      `${one.error} ${platformErrors[one.error]}`,
    ]),
  );
  return [
    table(['partner', 'package', 'version', 'by', 'policy', 'canary', 'since', 'changed by', ...MEASURED], runs),
    table(['package', 'version', 'refused', 'commit', 'published', 'by', 'size', ...MEASURED], made) +
      pageText(releases, 'releases'),
    ...(refused.length > 0
      ? [table(['not served', 'version', 'partner', 'since', 'runs instead', 'why'], refused)]
      : []),
    ...(held.length > 0 ? [table(['held back', 'version', 'partner', 'since', 'by', 'why'], held)] : []),
    ...(revoked.length > 0 ? [table(['revoked', 'version', 'since', 'by', 'why'], revoked)] : []),
  ].join('\n\n');
}

/** Who changed what, newest first. */
export const changesText = (changes: Changes): string =>
  table(
    ['when', 'who', 'action', 'package', 'partner', 'what'],
    changes.pageElements.map((each) => [
      minute(each.at),
      each.by,
      each.action,
      each.package,
      each.partner ?? 'all',
      each.detail,
    ]),
  ) + pageText(changes, 'changes');

const runs = ({ version, canary }: Changed['effects'][number]['to']): string =>
  `${version ?? 'nothing'}${canary ? `, ${canary.version} for ${canary.percent} %` : ''}`;

/** What was changed, and which partners are not affected because of their own policy. */
export function changedText({ detail, effects }: Changed): string {
  const same = effects
    .filter(({ from, to }) => runs(from) === runs(to))
    .map(({ partner, to }) => `${partner} (${runs(to)})`);
  return same.length > 0 ? `${detail}\nNothing changes for ${same.join(', ')}.` : detail;
}
