import { read } from '@panel/contract/reads';

/** The signed-in user's profile. */
export const profileRead = read('user.profile');
