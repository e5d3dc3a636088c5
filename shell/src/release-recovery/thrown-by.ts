import { ApiError } from '@panel/core';
import { framesOf } from './thrown.ts';

/** A release of a remote. */
export type Thrower = { remoteId: string; version: string };

/** Files of releases are below `/remotes/{remote}/{version}/`, on the panel's host. */
const FRAME = /\/remotes\/(mf-[a-z0-9-]+)\/([^/\s]+)\//;

function throwerIn(text: string): Thrower | null {
  const [, remoteId, version] = FRAME.exec(text) ?? [];
  return remoteId && version ? { remoteId, version } : null;
}

/**
 * The release that threw an error: the innermost of its stack's frames that is in a remote's file. Null when no frame
 * is, e.g. when a shared part threw because of what a page gave it: whoever rendered the part knows the page.
 */
export const thrownBy = (error: unknown): Thrower | null => throwerIn(framesOf(error));

/** What `fetch` rejects with in Chrome, Firefox and Safari; the last two are older Safari's. */
const FETCH_FAILED =
  /^(failed to fetch|network ?error|load failed|the network connection was lost|the internet connection appears)/i;

/** A request that failed is no fault of the code that made it. */
const isRequest = (error: unknown): boolean =>
  error instanceof ApiError ||
  error instanceof DOMException ||
  (error instanceof TypeError && FETCH_FAILED.test(error.message));

/** Errors of the language: of all rejections, the faults of code. The others may come from a server. */
const isFaultOfCode = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;

/** The release behind an error that nothing has caught: in an event handler, a timer, a rejected promise. */
export function uncaughtBy(event: ErrorEvent | PromiseRejectionEvent): { by: Thrower; error: unknown } | null {
  const isRejection = 'reason' in event;
  const error: unknown = isRejection ? event.reason : event.error;
  if (isRequest(error) || (isRejection && !isFaultOfCode(error))) return null;
  // What is thrown without a stack has at least the script's address.
  const by = thrownBy(error) ?? (isRejection || error instanceof Error ? null : throwerIn(event.filename));
  return by && { by, error };
}
