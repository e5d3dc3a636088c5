import * as v from 'valibot';
import { useAtom } from 'jotai';
import type { SourceKey } from './sources.ts';
import { SiteName, WpInfo } from '@panel/contract/schemas';
import { DEFAULT_BLUEPRINT } from '@panel/resources/blueprint';
import { panelStore, secretAtom, useDirty, useDraft, usePartner, useUser, type Partner, type User } from '@panel/core';

export type SiteDraft = {
  name: string;
  title: string;
  admin_user: string;
  admin_email: string;
  /** Ids of api.site.images; empty means the newest. */
  version: string;
  php_version: string;
  plan: '' | 'free';
  source: SourceKey;
};

/** What the new site starts from; the id of “Default” is null (spec §3). */
export type ChosenBlueprint = { id: string | null; name: string };

export const FREE_PLAN = 'free';

/** The WordPress password never reaches browser storage: it lives in memory, across all steps. */
export const adminPasswordAtom = secretAtom('create-wordpress.admin-password');

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
});

/**
 * The draft of the WordPress wizard. It survives a reload and appears in other tabs, except for the password. No new
 * version discards the password while a page with the draft is open.
 */
export function useSiteDraft() {
  const user = useUser();
  const { draft, update, clear } = useDraft<SiteDraft>(`create-wordpress.${user.id}`, emptyDraft(user));
  const {
    draft: selected,
    update: select,
    clear: unselect,
  } = useDraft<ChosenBlueprint>(`selectedBlueprint.${user.id}`, DEFAULT_BLUEPRINT);
  const [password, setPassword] = useAtom(adminPasswordAtom, { store: panelStore });
  useDirty(password !== '', false);
  /** Nothing stays of the draft once a site has come of it (spec §4). */
  const discard = () => {
    clear();
    unselect();
    setPassword('');
  };
  const startFrom = (blueprint: ChosenBlueprint) => {
    select(blueprint);
    update({ source: 'blueprint' });
  };
  /** What is sent: what was selected before stays selected, while another source is chosen. */
  const blueprint = draft.source === 'blueprint' ? selected : DEFAULT_BLUEPRINT;
  return {
    ...{ draft, update, password, setPassword, discard, fqdn: fqdnOf(draft, usePartner()) },
    ...{ blueprint, startFrom },
  };
}

export const fqdnOf = ({ name }: Pick<SiteDraft, 'name'>, { sitesDomain }: Pick<Partner, 'sitesDomain'>): string =>
  `${name.trim().toLowerCase()}.${sitesDomain}`;

/** Schema of the first step, shared with the server through the contract. */
export const SiteDetails = v.object({ name: SiteName, ...WpInfo.entries });

export const STEPS = [
  { key: 'details', title: 'Site details', path: '/create-site-with-wordpress' },
  { key: 'plan', title: 'Plan', path: '/create-site-with-wordpress/select-a-plan' },
  { key: 'confirm', title: 'Confirm', path: '/create-site-with-wordpress/finalize-and-confirm' },
  { key: 'finish', title: 'Finish', path: '/create-site-with-wordpress/finish' },
] as const;
export type StepKey = (typeof STEPS)[number]['key'];

export const stepPath = (key: StepKey): string => STEPS.find((step) => step.key === key)?.path ?? STEPS[0].path;

/** The first incomplete step before `wanted`, or null when `wanted` can be shown. */
export function missingStep(wanted: StepKey, draft: SiteDraft, password: string): StepKey | null {
  if (wanted === 'details' || wanted === 'finish') return null;
  if (!v.is(SiteDetails, { ...draft, admin_password: password })) return 'details';
  return wanted === 'confirm' && draft.plan === '' ? 'plan' : null;
}
