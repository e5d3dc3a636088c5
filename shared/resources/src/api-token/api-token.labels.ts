import { t } from '@panel/core';
import { SCOPE_AREA_NAMES, SCOPE_AREAS, type Scope, type ScopeArea } from '@panel/contract/scopes';
import { anySectionOn } from '@panel/contract/sections';
import type { ApiToken, Partner } from '@panel/core';

/** What the calls of each area are about. */
export const SCOPE_AREA_LABELS = {
  account: { name: t('Account'), help: t('Your profile and notifications') },
  sites: {
    name: t('Sites'),
    help: t('Sites and everything that belongs to them: files, PHP, cache, HTTPS, staging, tasks'),
  },
  backups: { name: t('Backups'), help: t('Backups, their schedule, and restoring them') },
  blueprints: { name: t('Blueprints'), help: t('What new sites can start from') },
  extensions: { name: t('Plugins and themes'), help: t('Your library, and what sites have installed') },
  migrations: { name: t('Migrations'), help: t('Sites that move here from elsewhere') },
  licenses: { name: t('Licenses'), help: t('Your licenses, their renewal and the sites that use them') },
  dns: { name: 'DNS', help: t('Records of your domains') },
  applications: { name: t('Applications'), help: t('Your applications') },
} as const satisfies Record<ScopeArea, { name: string; help: string }>;

/** How much a token can reach of an area. */
export const REACHES = [
  { value: 'none', label: t('None') },
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and change') },
] as const;
export type Reach = (typeof REACHES)[number]['value'];

export const reachOf = (scopes: readonly Scope[], area: ScopeArea): Reach => {
  if (scopes.includes(`${area}:write`)) return 'write';
  return scopes.includes(`${area}:read`) ? 'read' : 'none';
};

/** The scopes after the choice for one area. */
export const withReach = (scopes: readonly Scope[], area: ScopeArea, reach: Reach): Scope[] => [
  ...scopes.filter((scope) => !scope.startsWith(`${area}:`)),
  ...(reach === 'none' ? [] : [`${area}:${reach}` as const]),
];

/** The areas that the partner offers. */
export const offeredAreas = (partner: Pick<Partner, 'attributes' | 'is_nucal_partner'>): ScopeArea[] =>
  SCOPE_AREA_NAMES.filter((area) => {
    const { section } = { section: undefined, ...SCOPE_AREAS[area] };
    return section === undefined || anySectionOn(partner, section);
  });

const named = (areas: readonly ScopeArea[]): string => areas.map((area) => SCOPE_AREA_LABELS[area].name).join(', ');

/** What a token can reach, in words: "Reads: Sites. Reads and changes: DNS". */
export function scopesText({ scopes }: Pick<ApiToken, 'scopes'>): string {
  const of = (reach: Reach) => SCOPE_AREA_NAMES.filter((area) => reachOf(scopes, area) === reach);
  const [read, write] = [of('read'), of('write')];
  if (read.length === 0) return write.length === 0 ? '' : t('Reads and changes: {write}', { write: named(write) });
  return write.length === 0
    ? t('Reads: {read}', { read: named(read) })
    : t('Reads: {read}. Reads and changes: {write}', { read: named(read), write: named(write) });
}

const STATES = {
  active: { label: t('Active'), tone: 'success' },
  expired: { label: t('Expired'), tone: 'warning' },
  revoked: { label: t('Revoked'), tone: 'neutral' },
} as const satisfies Record<ApiToken['status'], object>;

export const apiTokenState = ({ status }: Pick<ApiToken, 'status'>) => STATES[status];

/** After how long a token expires; the values of the form's field. */
export const API_TOKEN_PERIODS = [
  { value: '7', label: t('7 days') },
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('1 year') },
  { value: 'never', label: t('Never') },
] as const;

/** A command that works with the token: it reads what the first area of its scopes has. */
export function exampleOf({ scopes }: Pick<ApiToken, 'scopes'>, token: string, origin: string): string {
  const area = SCOPE_AREA_NAMES.find((one) => one !== 'account' && reachOf(scopes, one) !== 'none') ?? 'account';
  return `curl -H 'Authorization: Bearer ${token}' '${origin}${SCOPE_AREAS[area].example}'`;
}
