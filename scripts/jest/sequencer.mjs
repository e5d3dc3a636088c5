import { createRequire } from 'node:module';

const fromHere = createRequire(import.meta.url);
const fromJest = createRequire(createRequire(fromHere.resolve('jest')).resolve('@jest/core'));
const { default: Sequencer } = fromJest('@jest/test-sequencer');

/** A file of a few lines that opens all pages of a remote. */
const ALL_PAGES = /\/every-page\./;

/**
 * Starts what takes longest first, so that no worker is idle at the end. Jest knows the times of the last run; without
 * them it judges by the size of a file, which is wrong for a small one that opens every page.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const first = sorted.filter(({ path }) => ALL_PAGES.test(path));
    return [...first, ...sorted.filter((test) => !first.includes(test))];
  }
}
