import type { ViewList } from '@panel/contract';
import { queryOf } from '@panel/core';
import { viewListRead } from './view.reads.ts';

export const viewListQuery = (list: ViewList) => queryOf(viewListRead(list));
