import { queryOf } from '../query-of.ts';
import { profileRead } from './user.reads.ts';

export const profileQuery = queryOf(profileRead);
