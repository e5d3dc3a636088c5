import { read } from '@panel/contract/reads';

/** Providers of the partner, for its staff. */
export const loginProvidersRead = read('loginProvider.list');

/** Accounts elsewhere that open the user's account, and where more can be linked. */
export const identitiesRead = read('loginProvider.identities');
