import { t } from '@panel/core';

type Guide = {
  path: string;
  title: string;
  subtitle: string;
  steps: readonly string[];
  link: { to: string; label: string };
};

/** The pages below /help/application-hosting: one for each way to an application (spec §2). */
export const HOSTING_GUIDES: readonly Guide[] = [
  {
    path: 'getting-started',
    title: t('Getting started'),
    subtitle: t('From nothing to a running address.'),
    steps: [
      t('Choose how you start: from a template, from your repository, or with the finished files in a zip.'),
      t('Enter a name of 2 to 37 letters, digits and hyphens. It becomes the address of the application.'),
      t('Watch the build. Visitors can open the application once its first release answers.'),
      t('Under Build & Deploy, deploy again, cancel a build, or publish an earlier release without building it.'),
    ],
    link: { to: '/apps', label: t('Open applications') },
  },
  {
    path: 'start-from-scratch',
    title: t('Start from scratch'),
    subtitle: t('Begin with an almost empty page.'),
    steps: [
      t('Choose New application and the template Static page.'),
      t('Enter a name and choose Create application. It is live in a few seconds.'),
      t('Import a repository later when your own code is ready.'),
    ],
    link: { to: '/new-app', label: t('New application') },
  },
  {
    path: 'start-from-template',
    title: t('Start from a template'),
    subtitle: t('A working application that you change afterwards.'),
    steps: [
      t('Choose New application. A template that this server can’t run says what is missing.'),
      t('Choose a template, enter a name, and choose Create application.'),
      t('Follow the log of the first build. Then open the application or its settings.'),
    ],
    link: { to: '/new-app', label: t('New application') },
  },
  {
    path: 'existing-project',
    title: t('Import an existing project'),
    subtitle: t('Build a repository that you have.'),
    steps: [
      t('Choose where the code is: GitHub, or any https address of a Git repository.'),
      t('Choose the branch. A private repository needs an access token, which is stored encrypted.'),
      t(
        'Leave the build settings empty: the framework, its commands and its output folder are recognized in the code.',
      ),
      t('For several applications in one repository, enter the root folder, such as apps/web.'),
      t('Confirm. The code is cloned, built, and published once it answers.'),
    ],
    link: { to: '/new-app/existing-project/pick-repo', label: t('Import an existing project') },
  },
  {
    path: 'manual-deploy',
    title: t('Deploy manually'),
    subtitle: t('Upload finished files. Nothing is built.'),
    steps: [
      t('Build the application on your computer, and make a zip of the output folder with its index.html.'),
      t(
        'Choose the zip and a name. For a single-page application, let addresses without a file answer with index.html.',
      ),
      t('Later, replace the files under Deploys. Earlier releases stay there and can be published again.'),
    ],
    link: { to: '/manual-deploy', label: t('Deploy manually') },
  },
  {
    path: 'fullstack-application',
    title: t('Full-stack application'),
    subtitle: t('A front end and a back end.'),
    steps: [
      t('Choose the repository of the front end, and the address of the application.'),
      t('Choose the repository of the back end. It gets an address of its own, with -api after the name.'),
      t('Choose the plan of your account, or a license that is free.'),
      t('Confirm. Front end and back end are built and published as two applications of one project.'),
    ],
    link: { to: '/new-app/full-stack/pick-frontend-repo', label: t('Build a full-stack application') },
  },
];
