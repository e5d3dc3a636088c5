import type { Catalog } from '@panel/core';
import contract from '@panel/contract/words/tr.json';
import core from '@panel/core/words/tr.json';
import frame from '@panel/frame/words/tr.json';
import resources from '@panel/resources/words/tr.json';
import ui from '@panel/ui/words/tr.json';
import own from './tr.json';

/** Turkish: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...contract, ...core, ...frame, ...resources, ...ui, ...own };
export default catalog;
