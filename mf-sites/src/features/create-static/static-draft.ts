import * as v from 'valibot';
import { useAtom } from 'jotai';
import { SiteName } from '@panel/contract/schemas';
import { panelStore, secretAtom, useDirty, t } from '@panel/core';
import { licenseKeyOf } from '../create/site-draft.ts';
import { publishPath, useStoredStaticDraft, type StaticDraft } from './static-store.ts';

export { publishPath, staticSources } from './static-store.ts';

const ftpPasswordAtom = secretAtom('create-site.ftp-password');

/** The password of the SFTP access that a task has opened, until the page is reloaded. */
const sftpPasswordAtom = secretAtom('create-site.sftp-password');

export function useSftpPassword(taskId: string | null) {
  const [kept, setKept] = useAtom(sftpPasswordAtom, { store: panelStore });
  const [task, password] = kept.split(' ');
  return {
    password: password && task === taskId ? password : null,
    keep: (of: string, made: string) => setKept(`${of} ${made}`),
  };
}

/** The draft of the wizard; the password of the file server is in memory only. */
export function useStaticDraft() {
  const { draft, update, clear, fqdn } = useStoredStaticDraft();
  const [password, setPassword] = useAtom(ftpPasswordAtom, { store: panelStore });
  useDirty(password !== '', false);
  const discard = () => {
    clear();
    setPassword('');
  };
  return { draft, update, password, setPassword, discard, fqdn, license_key: licenseKeyOf(draft) };
}

export const NameStep = v.object({ name: SiteName });

const STEPS = [
  { key: 'source', title: t('Source'), path: '/create-site' },
  { key: 'name', title: t('Site name'), path: '/create-site/site-name' },
  { key: 'plan', title: t('Plan'), path: '/create-site/plan-selection' },
  { key: 'publish', title: t('Publish'), path: '' },
] as const;
export type StaticStep = (typeof STEPS)[number]['key'];

export const staticPath = (key: StaticStep, draft: Pick<StaticDraft, 'source'>): string =>
  STEPS.find((step) => step.key === key)?.path || publishPath(draft);

export const staticSteps = (draft: StaticDraft) =>
  STEPS.map(({ key, title }) => ({ key, title, to: staticPath(key, draft) }));

/** The first incomplete step before `wanted`, or null when `wanted` can be shown. */
export function missingStaticStep(wanted: StaticStep, draft: StaticDraft): StaticStep | null {
  const at = STEPS.findIndex(({ key }) => key === wanted);
  const isDone = { source: draft.source !== '', name: v.is(NameStep, draft), plan: draft.plan !== '', publish: true };
  return STEPS.slice(0, at).find(({ key }) => !isDone[key])?.key ?? null;
}
