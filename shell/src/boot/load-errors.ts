import type { PlatformError } from '@panel/contract/platform-errors';

/**
 * A page's code could not be had; the page itself never ran. `number` says why (docs/errors). The words for it come with
 * the lazy part that found out; without that part there are only these.
 */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly number: PlatformError;
  readonly remoteId: string;

  constructor(number: PlatformError, remoteId: string, cause?: unknown, words = 'This section didn’t load.') {
    super(words, { cause });
    this.number = number;
    this.remoteId = remoteId;
  }
}
