import { queryOf } from '@panel/core';
import { catalogRead } from './catalog.reads.ts';

export const catalogQuery = queryOf(catalogRead);
