export type HelpTopic = {
  id: string;
  title: string;
  /** What the reader wants, answered in steps. */
  entries: readonly {
    question: string;
    steps: readonly string[];
    link?: { to: string; label: string; route: string };
  }[];
};

/** First view of the help: what everybody needs. */
export const HOME: HelpTopic = {
  id: 'home',
  title: 'Home',
  entries: [
    {
      question: 'Create a WordPress site',
      steps: [
        'Open Sites and choose Create site.',
        'Enter a name, a title, and the user name and password for WordPress. Keep the password: the panel does not store it.',
        'Choose a plan, check what will happen, and confirm. You see each step of the installation.',
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
        'In Password protection, enter a user name and a password, and save. Visitors are then asked for both.',
      ],
      link: { to: '/sites', label: 'Open sites', route: '/sites' },
    },
    {
      question: 'Delete a site',
      steps: [
        'Open the site from the list and choose Delete Site.',
        'Type the whole address of the site to confirm. Its files and its database are destroyed and cannot be brought back.',
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
      steps: ['Open Applications. The list shows every application of the account with its address, type and plan.'],
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
        'Enter the current and the new password. Other devices are signed out.',
      ],
      link: { to: '/my-account/change-password', label: 'Change password', route: '/my-account/change-password' },
    },
    {
      question: 'You cannot sign in',
      steps: [
        'Choose Forgot password on the sign-in page and enter your e-mail. You get a link to set a new one.',
        'After ten wrong passwords, signing in is held back for a quarter of an hour.',
      ],
      link: { to: '/forgotPassword', label: 'Forgot password', route: '/forgotPassword' },
    },
  ],
};
