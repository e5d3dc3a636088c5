const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#%^*-_=+';
const LENGTH = 20;

/** A random password of 20 signs without look-alikes (about 120 bits), from the browser's secure source. */
export function generatePassword(): string {
  const limit = 256 - (256 % SIGNS.length);
  let password = '';
  while (password.length < LENGTH) {
    // A byte beyond the last whole multiple would make the first signs likelier than the others.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && password.length < LENGTH) password += SIGNS[byte % SIGNS.length];
    }
  }
  return password;
}
