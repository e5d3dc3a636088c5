/** Codes that /login shows when a sign-in elsewhere failed and came back with `?error=CODE` (spec §8). */
const during = (what: string) => `Something went wrong during ${what}`;
const later = ', please try again later';

function provider(prefix: string, name: string): Record<string, string> {
  return {
    [`${prefix}M01L01`]: during(`login with ${name}`),
    [`${prefix}M01L02`]: during(`getting access tokens for ${name}`),
    [`${prefix}M01L03`]: during(`getting access tokens for ${name}`) + later,
    [`${prefix}M02L01`]: during(`getting user information from ${name}`),
    [`${prefix}M02L02`]: during(`getting user information from ${name}`) + later,
  };
}

export const loginErrors: Readonly<Record<string, string>> = {
  ...provider('E01', 'Bitbucket'),
  E01M02L02: during('getting user email from Bitbucket'),
  E01M02L03: during('getting user information from Bitbucket') + later,
  ...provider('E02', 'Github'),
  ...provider('E03', 'Gitlab'),
  ...provider('E04', 'Google'),
  E05M01L01: during('getting partner whitelabel information'),
  E06M01L01: during('saving customer'),
  E06M01L02: 'This user has already registered by another login provider',
  E07M01L01: 'Something went wrong while creating user data for session',
  E1000: 'Something went wrong during logging in, please try again later!',
  E1001: 'Google authentication failed, please try again with different account!',
  E1002: 'Seems you are not Gsuit member, please try again with different account!',
  E1003: 'Something went wrong, please try again later!',
  E1004: 'Something went wrong, please try again later!',
  E1005: 'Something went wrong, please try again later!',
  E1006: 'Something went wrong, please try again later!',
  E1007: 'Your session expired, please sign in to continue!',
  E1008: 'The user account licence is not valid!',
  E1009: 'The staff credentials are not valid!',
};

const UNKNOWN_CODE = 'Something went wrong during process your request';
const NO_MESSAGE = 'Something went wrong during login. Please try again later!';

/**
 * The notice of /login for `?error=…&message=…` (spec §2, §8): the text of a known code, otherwise the message in the
 * address as plain text cut at 200 characters (decision: Session), otherwise a text for unknown codes or no message.
 */
export function loginErrorText(error: string, message: string | null): string {
  // The address may contain anything, including names of Object.prototype.
  if (Object.hasOwn(loginErrors, error)) return loginErrors[error] ?? UNKNOWN_CODE;
  if (message?.trim()) return message.trim().slice(0, 200);
  return /^E\d/.test(error) ? UNKNOWN_CODE : NO_MESSAGE;
}
