import { queryOf } from '@panel/core';
import { catalogCurrencyRead, catalogRead } from './catalog.reads.ts';

export const catalogQuery = queryOf(catalogRead);
export const catalogCurrencyQuery = queryOf(catalogCurrencyRead);
