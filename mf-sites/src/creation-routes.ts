import { githubConnectionRead } from '@panel/resources/github/reads';
import { siteImagesRead } from '@panel/resources/site/reads';

const inWizard = {
  audience: 'customer',
  section: 'sites',
  layout: 'create-site',
  parent: '/sites',
  skeleton: 'wizard',
} as const;
const images = { reads: [siteImagesRead] };

/** Every way to a new site: the choice of its kind, and the steps of each kind (spec §2). */
export const creationRoutes = [
  {
    path: '/create-new-site',
    page: 'create-new-site',
    title: 'Create a new site',
    ...inWizard,
    skeleton: 'cards',
  },
  { path: '/create-site', page: 'static-source', title: 'Create a site', ...inWizard },
  { path: '/create-site/site-name', page: 'static-name', title: 'Site name', ...inWizard },
  {
    path: '/create-site/bring-your-own-domain',
    page: 'static-domain',
    title: 'Bring your own domain',
    ...inWizard,
  },
  { path: '/create-site/plan-selection', page: 'static-plan', title: 'Select a plan', ...inWizard },
  {
    path: '/create-site/github-connection',
    page: 'github-connection',
    title: 'Publish from GitHub',
    reads: [githubConnectionRead],
    ...inWizard,
  },
  { path: '/create-site/ftp-connection', page: 'ftp-connection', title: 'Copy from a server', ...inWizard },
  { path: '/create-site/file-transfer', page: 'file-transfer', title: 'Upload over SFTP', ...inWizard },
  {
    path: '/create-site-with-wordpress',
    page: 'create-details',
    title: 'Create a WordPress site',
    ...inWizard,
    ...images,
  },
  { path: '/create-site-with-wordpress/select-a-plan', page: 'create-plan', title: 'Select a plan', ...inWizard },
  {
    path: '/create-site-with-wordpress/finalize-and-confirm',
    page: 'create-confirm',
    title: 'Finalize and confirm',
    ...inWizard,
    ...images,
  },
  { path: '/create-site-with-wordpress/finish', page: 'create-finish', title: 'Your new site', ...inWizard },
  { path: '/create-new-site/migration', page: 'migration-create', title: 'Migrate a site', ...inWizard },
  {
    path: '/create-new-site/migration/finish',
    page: 'migration-finish',
    title: 'Your migration',
    unlisted: true,
    ...inWizard,
  },
] as const;
