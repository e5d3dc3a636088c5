import { appDashboardRead } from '@panel/resources/app/reads';

const wizard = {
  ...({ audience: 'customer', section: 'applications', layout: 'new-app' } as const),
  ...({ parent: '/apps', skeleton: 'wizard', reads: [appDashboardRead] } as const),
};
const step = (path: string, page: string, title: string) => ({ path: `/new-app/${path}`, page, title, ...wizard });
const later = { unlisted: true };

/** The steps to an application from repositories that exist (spec §2). */
export const importRoutes = [
  step('existing-project/pick-repo', 'pick-repo', 'Import an existing project'),
  { ...step('existing-project/site-settings', 'site-settings', 'Application settings'), ...later },
  { ...step('existing-project/finish', 'existing-finish', 'Confirm'), ...later },
  step('full-stack/pick-frontend-repo', 'pick-frontend-repo', 'Build a full-stack application'),
  { ...step('full-stack/frontend-settings', 'frontend-settings', 'Front-end settings'), ...later },
  { ...step('full-stack/pick-backend-repo', 'pick-backend-repo', 'Back end'), ...later },
  { ...step('full-stack/backend-settings', 'backend-settings', 'Back-end settings'), ...later },
  { ...step('full-stack/select-a-plan', 'select-plan', 'Select a plan'), ...later },
  { ...step('full-stack/finalize-and-confirm', 'fullstack-confirm', 'Finalize and confirm'), ...later },
] as const;
