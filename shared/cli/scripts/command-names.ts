import { kebab } from '../src/generated/kebab.ts';

/** Names that people expect where the contract's own is not one. */
const GROUPS: Readonly<Record<string, string>> = { user: 'account', ssl: 'certificates' };
/** Names without a plural. */
const UNCOUNTED = new Set(['bin', 'dns', 'cdn', 'github', 'staging', 'site-access', 'site-builder', 'database-access']);
const CALLS: Readonly<Record<string, string>> = { byId: 'get', byFqdn: 'get', remove: 'delete' };

/** The name of a group, and the contract's own as an alias. */
export function groupNames(group: string): { group: string; groupAlias?: string } {
  const own = kebab(group);
  const shown = GROUPS[group] ?? (UNCOUNTED.has(own) || own.endsWith('s') ? own : `${own}s`);
  return shown === own ? { group: own } : { group: shown, groupAlias: own };
}

/** The same for a call. */
export function callNames(call: string): { name: string; alias?: string } {
  const own = kebab(call);
  const shown = CALLS[call] ?? own;
  return shown === own ? { name: own } : { name: shown, alias: own };
}
