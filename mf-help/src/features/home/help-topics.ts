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
  title: 'Home',
  entries: [
    {
      question: 'Create a WordPress site',
      steps: [
        'Open Sites and choose Create site.',
        'Enter a name, a title, and the user name and password for WordPress. Keep the password safe: we don’t store it.',
        'Choose a plan, review the details, and confirm. You can follow each step of the installation.',
        'When the site is ready, open it, or sign in to its wp-admin with the user name and password you chose.',
      ],
      link: { to: '/create-site-with-wordpress', label: 'Create a site', route: '/create-site-with-wordpress' },
    },
    {
      question: 'Rename a site',
      steps: [
        'Open the site from the list and choose Change Site Name.',
        'Enter the new name: 2 to 37 letters, digits and hyphens.',
        'The old address stops answering once the new one does.',
      ],
      link: { to: '/sites', label: 'Open sites', route: '/sites' },
    },
    {
      question: 'Protect a site with a password',
      steps: [
        'Open the site from the list.',
        'Under Password protection, enter a user name and a password, and save. Visitors then need both.',
      ],
      link: { to: '/sites', label: 'Open sites', route: '/sites' },
    },
    {
      question: 'Delete a site',
      steps: [
        'Open the site from the list and choose Settings, then Delete Site.',
        'Type the full address of the site to confirm. The site stops answering.',
        'For 7 days it stays in the bin, where you can restore it. Then its files, database and backups are gone for good.',
      ],
      link: { to: '/sites', label: 'Open sites', route: '/sites' },
    },
  ],
};

export const APPLICATION_HOSTING: HelpTopic = {
  id: 'application-hosting',
  title: 'Application hosting',
  entries: [
    {
      question: 'See your applications',
      steps: ['Open Applications. The list shows every application in your account, with its address, type and plan.'],
      link: { to: '/apps', label: 'Open applications', route: '/apps' },
    },
  ],
};

export const ACCOUNT: HelpTopic = {
  id: 'account',
  title: 'Account',
  entries: [
    {
      question: 'Change your name or phone number',
      steps: ['Open Account Settings from the menu with your initials.', 'Change the fields and choose Save.'],
      link: { to: '/my-account/profile', label: 'Open profile', route: '/my-account/profile' },
    },
    {
      question: 'Change your password',
      steps: [
        'Open Change password in your account.',
        'Enter your current password and a new one. This signs out your other devices.',
      ],
      link: { to: '/my-account/change-password', label: 'Change password', route: '/my-account/change-password' },
    },
    {
      question: 'You cannot sign in',
      steps: [
        'Choose Forgot password on the sign-in page and enter your email. We’ll send you a link to set a new one.',
        'After ten wrong passwords, you have to wait 15 minutes before you can sign in.',
      ],
      link: { to: '/forgotPassword', label: 'Forgot password', route: '/forgotPassword' },
    },
  ],
};
