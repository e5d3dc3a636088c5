/**
 * Texts of the error catalogue that a page shows without a failed call. They are apart because the browser does not load
 * the rest: every response with an error contains its text.
 */
export const pageErrors = {
  NAME_TAKEN: 'This domain has already taken, please enter another domain name!',
  NAME_RESERVED: 'This name is reserved. Choose another one.',
  TOKEN_INVALID: 'This link is no longer valid. Request a new one.',
  DOMAIN_USED: 'This domain has already used, please enter another domain name!',
  ABUSE:
    'Your account has reached max build time, so you can not take a new build and your changes not publish to live application. The build time will be renewed at the beginning of each month.',
} as const;
