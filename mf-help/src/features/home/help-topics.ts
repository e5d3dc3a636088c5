import { t } from '@panel/core';

export type HelpTopic = {
  id: string;
  title: string;
  /** A question of the reader, answered in steps. */
  entries: readonly {
    question: string;
    steps: readonly string[];
    link?: { to: string; label: string; route: string };
  }[];
};

/** First screen of the help: what everyone needs. */
export const HOME: HelpTopic = {
  id: 'home',
  title: t('Home'),
  entries: [
    {
      question: t('Create a WordPress site'),
      steps: [
        t('Open Sites and choose Create site.'),
        t(
          'Enter a name, a title, and the user name and password for WordPress. Keep the password safe: we don’t store it.',
        ),
        t('Choose a plan, review the details, and confirm. You can follow each step of the installation.'),
        t('When the site is ready, open it, or sign in to its wp-admin with the user name and password you chose.'),
      ],
      link: { to: '/create-site-with-wordpress', label: t('Create a site'), route: '/create-site-with-wordpress' },
    },
    {
      question: t('Rename a site'),
      steps: [
        t('Open the site from the list and choose Change Site Name.'),
        t('Enter the new name: 2 to 37 letters, digits and hyphens.'),
        t('The old address stops answering once the new one does.'),
      ],
      link: { to: '/sites', label: t('Open sites'), route: '/sites' },
    },
    {
      question: t('Protect a site with a password'),
      steps: [
        t('Open the site from the list.'),
        t('Under Password protection, enter a user name and a password, and save. Visitors then need both.'),
      ],
      link: { to: '/sites', label: t('Open sites'), route: '/sites' },
    },
    {
      question: t('Delete a site'),
      steps: [
        t('Open the site from the list and choose Settings, then Delete Site.'),
        t('Type the full address of the site to confirm. The site stops answering.'),
        t(
          'For 7 days it stays in the bin, where you can restore it. Then its files, database and backups are gone for good.',
        ),
      ],
      link: { to: '/sites', label: t('Open sites'), route: '/sites' },
    },
  ],
};

export const APPLICATION_HOSTING: HelpTopic = {
  id: 'application-hosting',
  title: t('Application hosting'),
  entries: [
    {
      question: t('See your applications'),
      steps: [
        t('Open Applications. The list shows every application in your account, with its address, type and plan.'),
      ],
      link: { to: '/apps', label: t('Open applications'), route: '/apps' },
    },
  ],
};

export const ACCOUNT: HelpTopic = {
  id: 'account',
  title: t('Account'),
  entries: [
    {
      question: t('Change your name or phone number'),
      steps: [t('Open Account Settings from the menu with your initials.'), t('Change the fields and choose Save.')],
      link: { to: '/my-account/profile', label: t('Open profile'), route: '/my-account/profile' },
    },
    {
      question: t('Change your password'),
      steps: [
        t('Open Change password in your account.'),
        t('Enter your current password and a new one. This signs out your other devices.'),
      ],
      link: { to: '/my-account/change-password', label: t('Change password'), route: '/my-account/change-password' },
    },
    {
      question: t('You cannot sign in'),
      steps: [
        t('Choose Forgot password on the sign-in page and enter your email. We’ll send you a link to set a new one.'),
        t('After ten wrong passwords, you have to wait 15 minutes before you can sign in.'),
      ],
      link: { to: '/forgotPassword', label: t('Forgot password'), route: '/forgotPassword' },
    },
  ],
};
