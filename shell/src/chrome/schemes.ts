/** The colour schemes that a user can choose. */
export const SCHEMES = [
  { choice: 'system', label: 'System', icon: 'monitor' },
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'dark', label: 'Dark', icon: 'moon' },
] as const;
