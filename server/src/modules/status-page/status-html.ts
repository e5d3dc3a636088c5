import type { StatusPart, StatusState } from '@panel/contract';
import { escapeHtml } from '../../lib/html.ts';
import type { StatusAnswer } from './kept-status.ts';
import { pageHtml } from './status-frame.ts';
import type { Condition } from './status-condition.ts';
import type { ShownIncident, ShownPart, StatusModel } from './status-model.ts';

const STATE_WORDS: Readonly<Record<StatusState, string>> = {
  planned: 'Planned',
  in_progress: 'In progress',
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

const UNCHECKED = 'Nothing checks it by itself. What is told here comes from our staff.';
const PART_WORDS: Readonly<Record<StatusPart, { name: string; how: (every: string) => string }>> = {
  panel: {
    name: 'Control panel',
    how: () => 'Every minute the panel notes that it runs and that its database answers.',
  },
  sites: { name: 'Sites', how: (every) => `Each site is asked for its home page, ${every} or more often.` },
  applications: {
    name: 'Applications',
    how: (every) => `Each application is asked for its home page, ${every} or more often.`,
  },
  dns: { name: 'DNS', how: () => UNCHECKED },
  email: { name: 'Email', how: () => UNCHECKED },
};

const everyOf = (minutes: number): string => (minutes === 1 ? 'every minute' : `every ${minutes} minutes`);

const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  operational: 'Operational',
  unknown: 'Not checked lately',
  maintenance: 'Maintenance',
  degraded: 'Degraded',
  outage: 'Outage',
};

const OVERALL_WORDS: Readonly<Record<Condition, string>> = {
  operational: 'Everything works',
  unknown: 'Not everything was checked lately',
  maintenance: 'Maintenance is in progress',
  degraded: 'Some of it does not work as it should',
  outage: 'There is an outage',
};

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
/** In UTC: without a script, a page does not know the zone of its reader. */
const timeHtml = (iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(TIME.format(new Date(iso)))} UTC</time>`;

const percent = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;

/** How a day looks: what most of it was like. */
const lookOf = (share: number | null): string =>
  share === null ? 'none' : share >= 0.995 ? 'operational' : share >= 0.9 ? 'degraded' : 'outage';

/** Of the time that was checked: a day with few checks counts little. */
function averageOf(days: ShownPart['days']): number | null {
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0);
  return seconds === 0 ? null : 1 - days.reduce((sum, { failedSeconds }) => sum + failedSeconds, 0) / seconds;
}

function daysHtml({ part, days }: ShownPart): string {
  const average = averageOf(days);
  if (average === null) return '';
  const told = (share: number | null) => (share === null ? 'no checks' : percent(share));
  const bars = days
    .map(({ day, share }) => `<li class="${lookOf(share)}" title="${day}: ${told(share)}"></li>`)
    .join('');
  const { name } = PART_WORDS[part];
  return `<ol class="days" role="img" aria-label="${name}, last ${days.length} days: ${percent(average)} uptime">${bars}</ol>
<p class="soft">${percent(average)} uptime in the last ${days.length} days. Days without checks are not counted.</p>`;
}

function partHtml(part: ShownPart, checkMinutes: number): string {
  const { name, how } = PART_WORDS[part.part];
  return `<li><div class="row"><h3>${name}</h3><span class="mark ${part.condition}">${CONDITION_WORDS[part.condition]}</span></div>
${daysHtml(part)}<p class="soft">${how(everyOf(checkMinutes))}</p></li>`;
}

const windowHtml = ({ kind, from, until }: ShownIncident): string =>
  kind === 'maintenance' && until
    ? `${timeHtml(from)} to ${timeHtml(until)}`
    : until
      ? `${timeHtml(from)}, resolved ${timeHtml(until)}`
      : `Since ${timeHtml(from)}`;

function incidentHtml(incident: ShownIncident): string {
  const parts = incident.parts.map((part) => PART_WORDS[part].name).join(', ');
  const updates = incident.updates
    .map(({ step, text, at }) => {
      const word = step ? `<b>${STATE_WORDS[step]}</b> · ` : '';
      return `<li><p class="soft">${word}${timeHtml(at)}</p><p class="text" dir="auto">${escapeHtml(text)}</p></li>`;
    })
    .join('\n');
  return `<article id="${escapeHtml(incident.id)}"><div class="row"><h3 dir="auto">${escapeHtml(incident.title)}</h3><span class="mark ${incident.state === 'resolved' ? 'operational' : incident.kind === 'maintenance' ? 'maintenance' : incident.impact}">${STATE_WORDS[incident.state]}</span></div>
<p class="soft">${incident.kind === 'maintenance' ? 'Planned maintenance' : 'Incident'} · ${parts} · ${windowHtml(incident)}</p>
<ol class="updates">${updates}</ol></article>`;
}

const section = (title: string, body: string): string => `<section><h2>${title}</h2>\n${body}</section>`;

function overallHtml({ overall, at }: StatusModel): string {
  const [look, words] = overall === null ? ['none', 'Nothing has been checked yet'] : [overall, OVERALL_WORDS[overall]];
  return `<p class="overall ${look}" role="status"><strong>${words}</strong><span>As of ${timeHtml(at)}</span></p>`;
}

const SUBSCRIBE = `<form method="post" action="/status/subscribe"><label>Email<br><input type="email" name="email" required maxlength="254" autocomplete="email"></label><button>Subscribe</button></form>
<p class="soft">You get an email for each incident and planned maintenance, once you have confirmed your address.</p>`;

/**
 * The whole page; it needs no script and loads nothing from elsewhere.
 * @param checkMinutes the interval of scheduled checks
 */
export function statusHtml({ model, isKept }: StatusAnswer, checkMinutes: number): string {
  const { parts, open, past } = model;
  const note = isKept
    ? `<p class="note" role="alert">The control panel cannot read its data at the moment. This is what was known at ${timeHtml(model.at)}.</p>`
    : '';
  const body = [
    note,
    overallHtml(model),
    open.length > 0 ? section('Now and planned', open.map(incidentHtml).join('\n')) : '',
    parts.length > 0
      ? section('Parts', `<ul class="parts">${parts.map((each) => partHtml(each, checkMinutes)).join('\n')}</ul>`)
      : '',
    section('Past 90 days', past.length > 0 ? past.map(incidentHtml).join('\n') : '<p>No incident was reported.</p>'),
    isKept ? '' : section('Updates by email', SUBSCRIBE),
  ];
  return pageHtml(model, `Status of ${model.company}`, body.filter(Boolean).join('\n'));
}
