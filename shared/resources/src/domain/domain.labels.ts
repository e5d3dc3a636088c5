import { t, told, translated, type DomainCheck } from '@panel/core';
import { pageErrors } from '@panel/contract/page-errors';
import { zoneNameOf } from '@panel/contract/schemas';
import type { SiteDomain } from '@panel/core';
import type { DomainStage, StageState } from './domain.stages.ts';

type State = NonNullable<SiteDomain['domain']>['state'];

const STATES = {
  unproven: { label: t('Not verified'), tone: 'warning' },
  proven: { label: t('Verified'), tone: 'info' },
  connected: { label: t('Connected'), tone: 'success' },
} as const satisfies Record<State, { label: string; tone: string }>;

export const domainState = (state: State): (typeof STATES)[State] => STATES[state];

type Checked = { used: boolean; refused: string | null } & Parameters<typeof told>[1];

/** Why a domain cannot be used, or nothing (spec §8). */
export const domainRefusal = ({ used, refused, ...said }: Checked): string | undefined =>
  refused === null ? (used ? translated(pageErrors.DOMAIN_USED) : undefined) : told(refused, said);

/** Whether a lookup shows that a domain uses the name servers: its last line is one of them (spec §4). */
export const isPropagated = (lines: readonly string[], nameservers: readonly string[]): boolean =>
  nameservers.map((host) => host.toLowerCase()).includes(lines.at(-1) ?? '');

/** The domain whose records are in the panel, of what has one of its own; null below the partner's domain. */
export const zoneOf = ({ fqdn, sub_domain }: Pick<SiteDomain, 'fqdn' | 'sub_domain'>): string | null =>
  fqdn === sub_domain ? null : zoneNameOf(fqdn);

/** Titles of stages, and what a stage is about before it begins. */
export const STAGES: Readonly<Record<DomainStage, { title: string; later: string }>> = {
  name: { title: t('Name'), later: t('Choose a domain once you have a license for it.') },
  license: { title: t('License'), later: t('Which license carries the domain, and what it costs.') },
  setup: { title: t('Verify and point'), later: t('Show that the domain is yours, and lead it here.') },
  certificate: { title: t('Certificate'), later: t('It is requested automatically. You don’t have to do anything.') },
};

export const STAGE_STATES: Readonly<Record<StageState, { label: string; tone: 'success' | 'info' | 'neutral' }>> = {
  done: { label: t('Done'), tone: 'success' },
  current: { label: t('Now'), tone: 'info' },
  later: { label: t('Later'), tone: 'neutral' },
};

export const CHECKS: Readonly<Record<DomainCheck['check'], string>> = {
  nameservers: t('Name servers'),
  txt: t('TXT record'),
  address: t('Address'),
  certificate: t('Certificate'),
};

export const CHECK_STATES = {
  holds: { label: t('Found'), tone: 'success' },
  waits: { label: t('Not found yet'), tone: 'warning' },
  silent: { label: t('No answer'), tone: 'warning' },
  later: { label: t('Later'), tone: 'neutral' },
  off: { label: t('Off'), tone: 'neutral' },
} as const satisfies Record<DomainCheck['state'], { label: string; tone: string }>;

/** Why a question was not answered. */
export const ANSWER_FAILURES: Readonly<Record<NonNullable<DomainCheck['asked'][number]['failure']>, string>> = {
  timeout: t('It did not answer in time.'),
  unreachable: t('It could not be reached.'),
  failed: t('It could not find an answer.'),
  refused: t('It refused the question.'),
  unreadable: t('Its answer could not be read.'),
  closed: t('Nothing answers HTTPS there.'),
  none: t('No certificate was shown.'),
  wrong: t('The certificate that was shown is not for this domain, or has ended.'),
};
