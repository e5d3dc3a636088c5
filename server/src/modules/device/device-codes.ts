import { randomInt } from 'node:crypto';
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@panel/contract';

/** Twenty letters, eight times: 34 bits, of which a person who guesses tries thirty in a quarter of an hour. */
export const makeUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('');

/** As people read and type it: in two groups. */
export const shownUserCode = (code: string): string =>
  `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
