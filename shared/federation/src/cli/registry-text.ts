import type { OperatorClient } from '../release/operator-client.ts';
import { table } from './table.ts';

type List = Awaited<ReturnType<OperatorClient['list']>>;
type Changes = Awaited<ReturnType<OperatorClient['changes']>>;
type Changed = Awaited<ReturnType<OperatorClient['change']>>;
type Stats = List['releases'][number]['stats'];

const minute = (at: string): string => at.slice(0, 16).replace('T', ' ');
const milliseconds = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`);
const reasonsOf = ({ reasons }: Stats): string => Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`).join(', ') || '-';
const measured = (stats: Stats): (string | number)[] => [stats.loads, milliseconds(stats.loadMsMedian), stats.errors, reasonsOf(stats)];
const MEASURED = ['loads', 'median', 'errors', 'why'];

/** What every partner runs, and all releases. */
export function listText({ releases, running, channels }: List): string {
  const runs = running.map((each) => [
    each.partner, each.package, each.version ?? '-', each.by, each.canary ? `${each.canary.version} ${each.canary.percent} %` : '-', minute(each.since), each.changedBy, ...measured(each.stats),
  ]);
  const made = releases.map((each) => [each.package, each.version, each.commit.slice(0, 10) || '-', minute(each.publishedAt), each.publishedBy, `${(each.bytes / 1024).toFixed(1)} KB`, ...measured(each.stats)]);
  const held = channels.flatMap((each) => each.blocked.map((one) => [each.package, one.version, each.partner ?? 'all', minute(one.at), one.reason]));
  return [
    table(['partner', 'package', 'version', 'by', 'canary', 'since', 'changed by', ...MEASURED], runs),
    table(['package', 'version', 'commit', 'published', 'by', 'size', ...MEASURED], made),
    ...(held.length > 0 ? [table(['held back', 'version', 'partner', 'since', 'why'], held)] : []),
  ].join('\n\n');
}

/** Who changed what, newest first. */
export const changesText = ({ pageElements }: Changes): string =>
  table(['when', 'who', 'action', 'package', 'partner', 'what'], pageElements.map((each) => [minute(each.at), each.by, each.action, each.package, each.partner ?? 'all', each.detail]));

const runs = ({ version, canary }: Changed['effects'][number]['to']): string => `${version ?? 'nothing'}${canary ? `, ${canary.version} for ${canary.percent} %` : ''}`;

/** What was changed; and whom it passes by, because they have a line of their own: "for all partners" would hide that. */
export function changedText({ detail, effects }: Changed): string {
  const same = effects.filter(({ from, to }) => runs(from) === runs(to)).map(({ partner, to }) => `${partner} (${runs(to)})`);
  return same.length > 0 ? `${detail}\nNothing changes for ${same.join(', ')}.` : detail;
}
