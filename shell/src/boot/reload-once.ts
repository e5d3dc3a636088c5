const KEY = 'panel.reloaded-for';

/**
 * A part of the shell itself is gone, most likely because a newer build is live: one reload brings it. At most one per
 * build, remembered for the tab, so that a broken build never reloads for ever. Returns whether the page reloads.
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
