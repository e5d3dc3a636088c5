import type { Audience } from './schemas/manifest.ts';
import { WORKLOAD_SECTIONS, type SectionRule } from './sections.ts';

/**
 * What an API token can be allowed to reach. `paths` are the first parts of the calls' addresses, `example` is a call that
 * reading opens, and an area whose sections are all off is not offered.
 */
export const SCOPE_AREAS = {
  account: { paths: ['user', 'notification'], example: '/user/profile' },
  sites: { section: 'sites', paths: ['site', 'cdn', 'github', 'task', 'change-plan'], example: '/site?pageSize=5' },
  backups: { section: WORKLOAD_SECTIONS, paths: ['backup'], example: '/backup?pageSize=5' },
  blueprints: { section: 'sites', paths: ['blueprint'], example: '/blueprint?pageSize=5' },
  extensions: { section: 'sites', paths: ['plugin', 'theme', 'extension-run'], example: '/plugin?pageSize=5' },
  migrations: { section: 'sites', paths: ['migration'], example: '/migration/site?pageSize=5' },
  licenses: { section: 'sites', paths: ['license'], example: '/license?pageSize=5' },
  dns: { section: 'dns', paths: ['dns'], example: '/dns/zones?pageSize=5' },
  applications: { section: 'applications', paths: ['nucal', 'github-app'], example: '/nucal/user/apps?pageSize=5' },
} as const satisfies Record<string, { section?: SectionRule; paths: readonly string[]; example: string }>;

export type ScopeArea = keyof typeof SCOPE_AREAS;
/** Writing includes reading. */
export type Scope = `${ScopeArea}:${'read' | 'write'}`;

export const SCOPE_AREA_NAMES = Object.keys(SCOPE_AREAS) as ScopeArea[];
/** All scopes, by area. */
export const SCOPES = SCOPE_AREA_NAMES.flatMap((area): Scope[] => [`${area}:read`, `${area}:write`]);

const areaOfPath = new Map(
  SCOPE_AREA_NAMES.flatMap((area) => SCOPE_AREAS[area].paths.map((path) => [path as string, area] as const)),
);

/**
 * The scope of a call that declares none: the area of its path, reading for a GET. `closed` for calls that no customer's
 * session opens, and for those without one. Undefined for a path of no area: the call has to declare it.
 */
export function scopeOfPath(
  { method, path, changes }: { method: string; path: string; changes?: boolean },
  audience: Audience,
): Scope | 'closed' | undefined {
  if (audience !== 'signed-in' && audience !== 'customer') return 'closed';
  const area = areaOfPath.get(path.split('/')[1] ?? '');
  return area && `${area}:${method === 'GET' && !changes ? 'read' : 'write'}`;
}

/** Whether a token with these scopes opens a call of `needed`. */
export const opens = (given: readonly string[], needed: Scope): boolean =>
  given.includes(needed) || given.includes(needed.replace(/:read$/, ':write'));
