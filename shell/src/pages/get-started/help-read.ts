const KEY = 'panel.help-read';

/** Whether this user opened the help center on this device; the server does not store that. */
export function helpWasRead(userId: string): boolean {
  try {
    return localStorage.getItem(KEY) === userId;
  } catch {
    return false;
  }
}

export function rememberHelpRead(userId: string): void {
  try {
    localStorage.setItem(KEY, userId);
  } catch {
    // Storage may be full or forbidden: the step then stays open.
  }
}
