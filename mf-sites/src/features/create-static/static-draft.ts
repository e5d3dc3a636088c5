import * as v from 'valibot';
import { useAtom } from 'jotai';
import { SiteName } from '@panel/contract/schemas';
import { panelStore, secretAtom, useDirty, useDraft, usePartner, useUser } from '@panel/core';
import { fqdnOf } from '../create/site-draft.ts';

/** Where the files of a site without WordPress come from. */
export const STATIC_SOURCES = [
  {
    value: 'github',
    label: 'A GitHub repository',
    help: 'A branch is published, and again whenever you deploy its latest commit.',
    path: '/create-site/github-connection',
  },
  {
    value: 'ftp_migration',
    label: 'A server with FTP or SFTP',
    help: 'The files of your present site are copied once.',
    path: '/create-site/ftp-connection',
  },
] as const;
export type StaticSource = (typeof STATIC_SOURCES)[number]['value'];

/** Without secrets: access tokens and passwords never reach browser storage. */
export type StaticDraft = {
  source: StaticSource | '';
  name: string;
  plan: '' | 'free';
  repository: string;
  branch: string;
  ftp_host: string;
  ftp_port: string;
  ftp_protocol: string;
  ftp_username: string;
  ftp_path: string;
};

const EMPTY: StaticDraft = {
  ...{ source: '', name: '', plan: '', repository: '', branch: '' },
  ...{ ftp_host: '', ftp_port: '', ftp_protocol: 'sftp', ftp_username: '', ftp_path: '' },
};

const ftpPasswordAtom = secretAtom('create-site.ftp-password');

/** The draft of the wizard. It survives a reload; the password of the file server is in memory only. */
export function useStaticDraft() {
  const { draft, update, clear } = useDraft<StaticDraft>(`create-site.${useUser().id}`, EMPTY);
  const [password, setPassword] = useAtom(ftpPasswordAtom, { store: panelStore });
  useDirty(password !== '', false);
  const discard = () => {
    clear();
    setPassword('');
  };
  return { draft, update, password, setPassword, discard, fqdn: fqdnOf(draft, usePartner()) };
}

export const NameStep = v.object({ name: SiteName });

const STEPS = [
  { key: 'source', title: 'Source', path: '/create-site' },
  { key: 'name', title: 'Site name', path: '/create-site/site-name' },
  { key: 'plan', title: 'Plan', path: '/create-site/plan-selection' },
  { key: 'publish', title: 'Publish', path: '' },
] as const;
export type StaticStep = (typeof STEPS)[number]['key'];

/** Where the last step is: it depends on the source. */
export const publishPath = ({ source }: Pick<StaticDraft, 'source'>): string =>
  STATIC_SOURCES.find(({ value }) => value === source)?.path ?? '/create-site';

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
