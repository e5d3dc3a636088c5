/** Addresses may hold a password and keys are secret, so error messages leave them out. */
export function shown(name: string, value: string): string {
  if (
    name === 'SECRET_KEY' ||
    name === 'OPERATOR_TOKEN' ||
    name === 'JOIN_TOKEN' ||
    /^(?:STRIPE|GITHUB)_.*(?:KEY|SECRET)$/.test(name)
  )
    return '…';
  return value.replace(/(:\/\/[^:/@]{0,200}:)[^@:/]{0,2000}@/, '$1…@');
}
