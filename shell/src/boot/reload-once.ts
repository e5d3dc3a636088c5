const KEY = 'panel.reloaded-for';

/**
 * Reloads the page when a file of the shell itself is missing, most likely because a newer build is live. At most
 * once per build, remembered for the tab, so that a broken build never reloads forever. Returns whether the page
 * reloads.
 */
export function reloadOnce(buildId: string, reload: () => void = () => window.location.reload()): boolean {
  try {
    if (sessionStorage.getItem(KEY) === buildId) return false;
    sessionStorage.setItem(KEY, buildId);
  } catch {
    // Without storage nothing would stop the second reload.
    return false;
  }
  reload();
  return true;
}
