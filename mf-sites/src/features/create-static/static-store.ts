import { useDraft, usePartner, useUser, t } from '@panel/core';
import { fqdnOf } from '../create/draft-store.ts';

/** Where the files of a site without WordPress come from. */
const STATIC_SOURCES = [
  {
    value: 'site_builder',
    label: t('The site builder'),
    help: t('You make the pages here in the browser, without code.'),
    path: '/create-site/plan-selection',
  },
  {
    value: 'github',
    label: t('A GitHub repository'),
    help: t('A branch is published, and again whenever you deploy its latest commit.'),
    path: '/create-site/github-connection',
  },
  {
    value: 'ftp_migration',
    label: t('A server with FTP or SFTP'),
    help: t('The files of your present site are copied once.'),
    path: '/create-site/ftp-connection',
  },
  {
    value: 'ftp',
    label: t('Your computer'),
    help: t('We make an empty site, and you upload its files with an SFTP client such as FileZilla.'),
    path: '/create-site/file-transfer',
  },
] as const;
export type StaticSource = (typeof STATIC_SOURCES)[number]['value'];

/** The choices; one that this server does not offer cannot be chosen, and says why. */
export const staticSources = ({ hasSftp }: { hasSftp: boolean }) =>
  STATIC_SOURCES.map((source) =>
    source.value === 'ftp' && !hasSftp
      ? { ...source, disabled: true, help: t('SFTP is not available on this server. Contact support if you need it.') }
      : source,
  );

/** Without secrets: access tokens and passwords never reach browser storage. */
export type StaticDraft = {
  source: StaticSource | '';
  name: string;
  /** A domain of the customer's own for the new site; empty for none. */
  domain: string;
  /** `free`, or the key of a license; empty until it is chosen. */
  plan: string;
  repository: string;
  branch: string;
  ftp_host: string;
  ftp_port: string;
  ftp_protocol: string;
  ftp_username: string;
  ftp_path: string;
  /** The accepted fingerprint of the server; empty while there is none. */
  ftp_host_key: string;
  /** How long the upload may take, in hours. */
  period: string;
};

const EMPTY: StaticDraft = {
  ...{ source: '', name: '', domain: '', plan: '', repository: '', branch: '' },
  ...{
    ftp_host: '',
    ftp_port: '',
    ftp_protocol: 'sftp',
    ftp_username: '',
    ftp_path: '',
    ftp_host_key: '',
    period: '24',
  },
};

/** The draft in browser storage. It survives a reload. */
export function useStoredStaticDraft() {
  const stored = useDraft<StaticDraft>(`create-site.${useUser().id}`, EMPTY);
  return { ...stored, fqdn: fqdnOf(stored.draft, usePartner()) };
}

/** Where the last step is: it depends on the source. */
export const publishPath = ({ source }: Pick<StaticDraft, 'source'>): string =>
  STATIC_SOURCES.find(({ value }) => value === source)?.path ?? '/create-site';
