import type { Catalog } from '@panel/core';
import resources from '@panel/resources/words/ar.json';
import own from './ar.json';

/** Arabic: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...resources, ...own };
export default catalog;
