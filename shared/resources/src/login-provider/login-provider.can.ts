import { t, type LoginIdentity, type OfferedProvider } from '@panel/core';

/** Why no account can be linked at this provider, or nothing. */
export const cannotLink = ({ slug }: OfferedProvider, linked: readonly LoginIdentity[]): string | undefined =>
  linked.some((each) => each.slug === slug) ? t('An account is linked already.') : undefined;
