import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;
export const RECOVERY_CODES = 10;

/** A code of 49 random bits, in two groups to type: `k7m2p-x9qrt`. */
function newRecoveryCode(): string {
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** A code as it was typed, without its spaces and hyphens. */
export const isRecoveryCode = (typed: string): boolean => /^[a-z2-9]{10}$/.test(typed);
