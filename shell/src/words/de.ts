import type { Catalog } from '@panel/core';
import contract from '@panel/contract/words/de.json';
import core from '@panel/core/words/de.json';
import frame from '@panel/frame/words/de.json';
import resources from '@panel/resources/words/de.json';
import ui from '@panel/ui/words/de.json';
import own from './de.json';

/** German: this package's texts, and those of the packages that it contains. */
const catalog: Catalog = { ...contract, ...core, ...frame, ...resources, ...ui, ...own };
export default catalog;
