import type { Catalog } from '@panel/core';
import resources from '@panel/resources/words/tr.json';
import workload from '@panel/workload/words/tr.json';
import own from './tr.json';

/** Turkish: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...resources, ...workload, ...own };
export default catalog;
