import { t } from '@panel/core';
import type { PlatformError } from '@panel/contract/platform-errors';

/**
 * A page's code could not be loaded; the page itself never ran. `number` is the cause (docs/errors). Its text comes
 * with the lazy part that found it; without that part there is only this one.
 */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly number: PlatformError;
  readonly remoteId: string;

  constructor(number: PlatformError, remoteId: string, cause?: unknown, words = t('This section didn’t load.')) {
    super(words, { cause });
    this.number = number;
    this.remoteId = remoteId;
  }
}
