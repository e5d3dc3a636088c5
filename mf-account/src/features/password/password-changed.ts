/** The navigation state that the form hands to the page after it: only with it is it true that a password was changed. */
export const CHANGED = { passwordChanged: true } as const;
