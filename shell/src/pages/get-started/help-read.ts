const KEY = 'panel.help-read';

/** Did this person open the help center on this device? There is nothing about it on the server. */
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
