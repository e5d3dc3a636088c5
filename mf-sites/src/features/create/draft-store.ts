import { useDraft, useUser, type Backup, type Partner, type User } from '@panel/core';
import { DEFAULT_BLUEPRINT } from '@panel/resources/blueprint';
import type { SourceKey } from './sources.ts';

export type SiteDraft = {
  name: string;
  title: string;
  admin_user: string;
  admin_email: string;
  /** Ids of api.site.images; empty means the newest. */
  version: string;
  php_version: string;
  /** `free`, or the key of a license; empty until it is chosen. */
  plan: string;
  source: SourceKey;
  /** Of an uploaded dump: whether its address is replaced in tables without the prefix, too. */
  other_tables: boolean;
};

/** What the new site starts from; the id of “Default” is null (spec §3). */
export type ChosenBlueprint = { id: string | null; name: string };

/** The backup that the new site starts from (spec §7, "Create from backup"). */
export type ChosenBackup = Pick<Backup, 'id' | 'name' | 'site_fqdn' | 'task_id' | 'partner_domain' | 'reseller_email'>;

/** A user name that WordPress accepts, made from the email; never `admin`, which every attack tries first. */
export function suggestAdminUser(email: string): string {
  const local = (email.split('@')[0] ?? '').replace(/[^A-Za-z0-9_.-]/g, '').slice(0, 40);
  return local.length < 3 || local.toLowerCase() === 'admin' ? 'site-owner' : local;
}

const emptyDraft = (user: Pick<User, 'email'>): SiteDraft => ({
  name: '',
  title: '',
  admin_user: suggestAdminUser(user.email),
  admin_email: user.email,
  version: '',
  php_version: '',
  plan: '',
  source: 'blank',
  other_tables: false,
});

export const fqdnOf = ({ name }: Pick<SiteDraft, 'name'>, { sitesDomain }: Pick<Partner, 'sitesDomain'>): string =>
  `${name.trim().toLowerCase()}.${sitesDomain}`;

/**
 * The draft in browser storage, which holds no secret. It survives a reload and appears in other tabs. What it starts from
 * is kept beside it, under the names of the specification (spec §4).
 */
export function useStoredDraft() {
  const user = useUser();
  const { draft, update, clear } = useDraft<SiteDraft>(`create-wordpress.${user.id}`, emptyDraft(user));
  const selected = useDraft<ChosenBlueprint>(`selectedBlueprint.${user.id}`, DEFAULT_BLUEPRINT);
  const kept = useDraft<{ chosen: ChosenBackup | null }>(`backup.${user.id}`, { chosen: null });
  return {
    ...{ draft, update, selected: selected.draft, backup: kept.draft.chosen },
    startFrom(blueprint: ChosenBlueprint) {
      selected.update(blueprint);
      update({ source: 'blueprint' });
    },
    startFromBackup({ id, name, site_fqdn, task_id, partner_domain, reseller_email }: ChosenBackup) {
      kept.update({ chosen: { id, name, site_fqdn, task_id, partner_domain, reseller_email } });
      update({ source: 'backup' });
    },
    /** Nothing stays of the draft once a site has come of it (spec §4). */
    clear() {
      clear();
      selected.clear();
      kept.clear();
    },
  };
}
