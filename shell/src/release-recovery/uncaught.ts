import { report } from './recovery.ts';
import { uncaughtBy } from './thrown-by.ts';
import { reportOf } from './thrown.ts';

/** Different faults that a page view reports: the same one may repeat with each event. */
const MOST_UNCAUGHT = 20;

/** Reports what remotes throw outside of rendering; the page stays as it is. Returns the unsubscribe function. */
export function reportUncaught(): () => void {
  const reported = new Set<string>();
  const hear = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const uncaught = uncaughtBy(event);
    if (!uncaught) return;
    const { by, error } = uncaught;
    const found = reportOf('outside of a page', error);
    const fault = `${by.remoteId}@${by.version} ${found.detail}`;
    if (reported.has(fault) || reported.size === MOST_UNCAUGHT) return;
    reported.add(fault);
    report(by.remoteId, by, 'P208', found);
  };
  window.addEventListener('error', hear);
  window.addEventListener('unhandledrejection', hear);
  return () => {
    window.removeEventListener('error', hear);
    window.removeEventListener('unhandledrejection', hear);
  };
}
