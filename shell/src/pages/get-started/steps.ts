import { decideAccess, findRoute, type Declared, type Partner, type User, t } from '@panel/core';
import { CREATE_SITE_PATH } from '@panel/resources/site';

export type Step = { key: string; title: string; text: string; to: string; action: string; done: boolean };
type About = {
  manifests: readonly Declared[];
  partner: Partner;
  user: User;
  siteCount: number | null;
  helpWasRead: boolean;
};

/** First steps of a new customer, as far as this panel has them; `done` is read from the account, never assumed. */
export function stepsFor({ manifests, partner, user, siteCount, helpWasRead }: About): Step[] {
  const steps: Step[] = [
    {
      key: 'site',
      title: t('Create a site'),
      text: t('A WordPress site is installed in about a minute. Or build pages, bring files, or move a site here.'),
      to: CREATE_SITE_PATH,
      action: t('Create site'),
      done: (siteCount ?? 0) > 0,
    },
    {
      key: 'profile',
      title: t('Complete your profile'),
      text: t('Your name and phone number help support know who’s asking.'),
      to: '/my-account/profile',
      action: t('Open profile'),
      done: Boolean(user.firstname && user.lastname && user.phone_number),
    },
    {
      key: 'help',
      title: t('Visit the help center'),
      text: t('Learn what you can do here.'),
      to: '/help',
      action: t('Open the help center'),
      done: helpWasRead,
    },
  ];
  return steps.filter(({ to }) => {
    const match = findRoute(manifests, to);
    return match !== null && decideAccess(match.route, partner, user) === 'ok';
  });
}
