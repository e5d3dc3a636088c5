import type { AuditBy, AuditCheck } from '@panel/contract';
import { t } from '@panel/core';
import type { AuditLine } from './audit.queries.ts';

/** What is not a call, or more than one. */
const ACTIONS: Readonly<Record<string, string>> = {
  login: t('Signed in'),
  'login.sso': t('Signed in with a link of your system'),
  'login.failed': t('Sign-in failed'),
  signup: t('Account requested'),
  'customer.update': t('Customer details changed'),
  'tenant.mismatch': t('Request for another account refused'),
  'key.refused': t('Release key refused'),
  'machine.join': t('Machine joined'),
  'machine.refused': t('Machine refused'),
};

/** What was done, for people. */
export const auditTitle = ({ action, summary }: Pick<AuditLine, 'action' | 'summary'>): string =>
  ACTIONS[action] ?? summary ?? action;

export const AUDIT_BY_OPTIONS: readonly { value: AuditBy; label: string }[] = [
  { value: 'customer', label: t('Customers') },
  { value: 'member', label: t('Team members of customers') },
  { value: 'staff', label: t('Staff') },
  { value: 'behalf', label: t('Staff as a customer') },
  { value: 'token', label: t('API tokens') },
];

/** Who did it, and as whom. */
export function auditWho({ user, actor, by }: Pick<AuditLine, 'user' | 'actor' | 'by'>): string {
  const name = user?.email || user?.id;
  if (actor) return t('{actor} as {user}', { actor: actor.email ?? actor.id, user: name ?? '' });
  if (by === 'token') return t('API token of {user}', { user: name ?? '' });
  return name ?? (by === 'staff' ? t('Support') : t('Nobody signed in'));
}

const fact = (key: string, label: string, value: string | null) => (value ? [{ key, label, value }] : []);

/** Everything about a line, for its details. */
export const auditFacts = (line: AuditLine) => [
  ...fact('who', t('Who'), auditWho(line)),
  ...fact('action', t('Action'), line.action),
  ...fact('call', t('Call'), line.call === line.action ? null : line.call),
  ...fact('object', t('Object'), line.object && `${line.object.kind} ${line.object.id}`),
  ...fact('ip', t('Address'), line.ip),
  ...fact('browser', t('Browser'), [line.browser, line.system].filter(Boolean).join(', ')),
  ...fact('outcome', t('Ended with'), line.outcome),
  ...fact('request', t('Request'), line.request_id),
  ...fact('seq', t('Number'), line.seq === null ? null : String(line.seq)),
];

/** What a check of the chain found. */
export function checkText({ checked, waiting, fault }: AuditCheck): string {
  if (fault?.kind === 'changed') return t('Line {seq} was changed after it was written.', { seq: fault.seq });
  if (fault?.kind === 'missing') return t('Line {seq} is missing.', { seq: fault.seq });
  if (fault) return t('The end of the log is not what was written. Look at line {seq}.', { seq: fault.seq });
  return t(
    '{checked, plural, one {# line is} other {# lines are}} as written, and none is missing. {waiting} not sealed yet.',
    {
      checked,
      waiting,
    },
  );
}
