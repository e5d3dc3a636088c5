import * as v from 'valibot';
import { atom, useAtom } from 'jotai';
import { SiteName, WpInfo } from '@panel/contract/schemas';
import { DEFAULT_BLUEPRINT } from '@panel/resources/blueprint';
import { panelStore, secretAtom, useDirty, usePartner, t } from '@panel/core';
import { fqdnOf, useStoredDraft, type ChosenBackup, type SiteDraft } from './draft-store.ts';
import { isInstalled } from './sources.ts';

export type { ChosenBackup, ChosenBlueprint, SiteDraft } from './draft-store.ts';
export { fqdnOf, suggestAdminUser } from './draft-store.ts';

export const FREE_PLAN = 'free';

/** The license that the site is to run on; none for the free plan. */
export const licenseKeyOf = ({ plan }: { plan: string }): string | undefined =>
  plan === '' || plan === FREE_PLAN ? undefined : plan;

/** A blueprint brings its version of PHP along, unless another one is chosen. */
export const PHP_OF_BLUEPRINT = t('As in the blueprint');

/** The WordPress password never reaches browser storage: it lives in memory, across all steps. */
export const adminPasswordAtom = secretAtom('create-wordpress.admin-password');

/** A file cannot be kept in browser storage either. */
const fileAtom = atom<File | null>(null);

/**
 * The draft of the WordPress wizard. It survives a reload and appears in other tabs, except for the password and the
 * file. No new version discards them while a page with the draft is open.
 */
export function useSiteDraft() {
  const { clear, selected, ...stored } = useStoredDraft();
  const { draft } = stored;
  const [password, setPassword] = useAtom(adminPasswordAtom, { store: panelStore });
  const [file, setFile] = useAtom(fileAtom, { store: panelStore });
  useDirty(password !== '' || file !== null, false);
  const discard = () => {
    clear();
    setPassword('');
    setFile(null);
  };
  /** What is sent: what was selected before stays selected, while another source is chosen. */
  const blueprint = draft.source === 'blueprint' ? selected : DEFAULT_BLUEPRINT;
  return {
    ...{ ...stored, blueprint, password, setPassword, file, setFile, discard },
    fqdn: fqdnOf(draft, usePartner()),
  };
}

/** The draft of one page. Parts of the page share it: each call of the hook has a state of its own. */
export type Wizard = ReturnType<typeof useSiteDraft>;

/** Schema of the first step, shared with the server through the contract. */
export const SiteDetails = v.object({ name: SiteName, ...WpInfo.entries });

/** The first step of a site that brings its title and users along. */
export const SiteAddress = v.object({ name: SiteName });

export const STEPS = [
  { key: 'details', title: t('Site details'), path: '/create-site-with-wordpress' },
  { key: 'plan', title: t('Plan'), path: '/create-site-with-wordpress/select-a-plan' },
  { key: 'confirm', title: t('Confirm'), path: '/create-site-with-wordpress/finalize-and-confirm' },
  { key: 'finish', title: t('Finish'), path: '/create-site-with-wordpress/finish' },
] as const;
export type StepKey = (typeof STEPS)[number]['key'];

export const stepPath = (key: StepKey): string => STEPS.find((step) => step.key === key)?.path ?? STEPS[0].path;

/** What the draft does not keep, and the backup beside it. */
export type Beside = { password: string; file: File | null; backup: ChosenBackup | null };

/** Why the first step cannot be left with what the site starts from, or nothing. */
export function missingOrigin({ source }: Pick<SiteDraft, 'source'>, { file, backup }: Omit<Beside, 'password'>) {
  if (source === 'backup' && !backup) return t('Choose a backup first.');
  return source === 'file' && !file ? t('Choose a zip file first.') : undefined;
}

/** The first incomplete step before `wanted`, or null when `wanted` can be shown. */
export function missingStep(wanted: StepKey, draft: SiteDraft, beside: Beside): StepKey | null {
  if (wanted === 'details' || wanted === 'finish') return null;
  const isComplete = isInstalled(draft.source)
    ? v.is(SiteDetails, { ...draft, admin_password: beside.password })
    : v.is(SiteAddress, draft) && !missingOrigin(draft, beside);
  if (!isComplete) return 'details';
  return wanted === 'confirm' && draft.plan === '' ? 'plan' : null;
}
