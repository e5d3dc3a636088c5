import { queryOf } from '@panel/core';
import { profileRead } from './user.reads.ts';

export const profileQuery = queryOf(profileRead);
