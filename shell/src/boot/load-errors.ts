export type LoadFailure = 'entry' | 'page' | 'timeout' | 'unknown-remote' | 'unknown-page';

const SAID: Record<LoadFailure, string> = {
  entry: 'Its program could not be loaded.',
  page: 'A part of its program could not be loaded.',
  timeout: 'It did not load within 8 seconds.',
  'unknown-remote': 'It is switched off at the moment.',
  'unknown-page': 'It does not have this page in its present version.',
};

/** A page's code could not be had; the page itself never ran. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  readonly failure: LoadFailure;
  readonly remoteId: string;

  constructor(failure: LoadFailure, remoteId: string, cause?: unknown) {
    super(SAID[failure], { cause });
    this.failure = failure;
    this.remoteId = remoteId;
  }
}
