import type { Objects } from './objects.ts';

/* What a customer has entered in earlier steps of a wizard: without it, a later step leads back to the first. */

const STATIC = { source: 'ftp_migration', name: 'harbour', plan: 'free' };
const PART = {
  ...{ source: 'git', repository: 'https://git.example.com/harbour.git', branch: 'main', installation_id: null },
  ...{ root_folder: '', build_command: '', output_folder: '', start_command: '' },
};

type Drafts = (of: Objects) => Record<string, object>;

const wizard: Drafts = ({ user }) => ({ [`create-site.${user}`]: STATIC });
const publishing =
  (source: string): Drafts =>
  ({ user }) => ({ [`create-site.${user}`]: { ...STATIC, source } });
const existing: Drafts = ({ user }) => ({ [`existing-project.${user}`]: { ...PART, name: 'harbour' } });
const fullStack: Drafts = ({ user }) => ({
  [`full-stack.${user}`]: { frontend: PART, backend: PART, name: 'harbour', license: null },
});

/** By page: key of the draft → what it holds. */
export const DRAFTS: Readonly<Record<string, Drafts>> = {
  '/create-site/site-name': wizard,
  '/create-site/bring-your-own-domain': wizard,
  '/create-site/plan-selection': wizard,
  '/create-site/github-connection': publishing('github'),
  '/create-site/ftp-connection': wizard,
  '/create-site/file-transfer': publishing('ftp'),
  '/new-app/existing-project/site-settings': existing,
  '/new-app/existing-project/finish': existing,
  '/new-app/full-stack/frontend-settings': fullStack,
  '/new-app/full-stack/pick-backend-repo': fullStack,
  '/new-app/full-stack/backend-settings': fullStack,
  '/new-app/full-stack/select-a-plan': fullStack,
  '/new-app/full-stack/finalize-and-confirm': fullStack,
  '/plugins/apply-confirm': ({ plugin, site }) => ({ [`extension-apply.${plugin}`]: { sites: [site] } }),
  '/themes/apply-confirm': ({ theme, site }) => ({ [`extension-apply.${theme}`]: { sites: [site] } }),
};
