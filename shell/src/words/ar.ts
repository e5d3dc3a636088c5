import type { Catalog } from '@panel/core';
import contract from '@panel/contract/words/ar.json';
import core from '@panel/core/words/ar.json';
import frame from '@panel/frame/words/ar.json';
import resources from '@panel/resources/words/ar.json';
import ui from '@panel/ui/words/ar.json';
import own from './ar.json';

/** Arabic: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...contract, ...core, ...frame, ...resources, ...ui, ...own };
export default catalog;
