import type { Catalog } from '@panel/core';
import resources from '@panel/resources/words/de.json';
import workload from '@panel/workload/words/de.json';
import own from './de.json';

/** German: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...resources, ...workload, ...own };
export default catalog;
