const KEY = 'panel.reloaded-for';

/**
 * Reloads the page to get other code: a file of the shell is missing, most likely because a newer build is live, or a
 * release was revoked. At most once per build, remembered for the tab, so that a page never reloads forever. Returns
 * whether it reloads.
 */
export function reloadOnce(buildId: string, reload: () => void = () => window.location.reload()): boolean {
  try {
    const before = (sessionStorage.getItem(KEY) ?? '').split('\n');
    if (before.includes(buildId)) return false;
    sessionStorage.setItem(KEY, [...before, buildId].join('\n'));
  } catch {
    // Without storage nothing would stop the second reload.
    return false;
  }
  reload();
  return true;
}
