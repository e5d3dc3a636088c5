import { read } from '@panel/contract/reads';
import type { ViewList } from '@panel/contract';

/** The views of a list that the signed-in user has saved. */
export const viewListRead = (list: ViewList) => read('view.list', { list });
