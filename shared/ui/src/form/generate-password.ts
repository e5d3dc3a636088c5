const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#%^*-_=+';
const LENGTH = 20;

/**
 * A random password of 20 characters without look-alikes (about 120 bits), from the browser's secure source. It has a
 * number and a capital letter, as accounts need (spec §5).
 */
export function generatePassword(): string {
  const limit = 256 - (256 % SIGNS.length);
  let password = '';
  while (password.length < LENGTH) {
    // Rejects bytes beyond the last whole multiple, which would make the first characters likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && password.length < LENGTH) password += SIGNS[byte % SIGNS.length];
    }
  }
  return /\d/.test(password) && /[A-Z]/.test(password) ? password : generatePassword();
}
