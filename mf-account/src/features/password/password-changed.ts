/** The navigation state that the form passes on; it proves that a password was changed. */
export const CHANGED = { passwordChanged: true } as const;
