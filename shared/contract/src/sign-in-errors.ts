/** Errors about who somebody is: API tokens, accounts, second factors, passkeys and login providers. */
export const signInErrors = {
  API_TOKEN_INVALID: {
    httpStatus: 401,
    title: 'Token rejected',
    message: 'This API token is not valid here. Check that it is complete, or create a new one.',
  },
  API_TOKEN_EXPIRED: {
    httpStatus: 401,
    title: 'Token expired',
    message: 'This API token expired on {date}. Create a new one.',
  },
  API_TOKEN_REVOKED: {
    httpStatus: 401,
    title: 'Token revoked',
    message: 'This API token was revoked on {date}. Create a new one.',
  },
  API_TOKEN_ACCOUNT: {
    httpStatus: 401,
    title: 'Token rejected',
    message: 'The account of this API token is suspended. Contact support.',
  },
  API_TOKEN_SCOPE: {
    httpStatus: 403,
    title: 'Scope missing',
    message: 'This API token needs the scope {scope} for this. Create one that has it.',
  },
  API_TOKEN_CLOSED: {
    httpStatus: 403,
    title: 'Not open to API tokens',
    message: 'API tokens can’t do this. Sign in to the panel instead.',
  },
  API_TOKEN_LIMIT: {
    httpStatus: 409,
    title: 'Too many tokens',
    message: 'You can have {limit} API tokens. Revoke one that you no longer need.',
  },
  AUTHORIZATION_PENDING: { httpStatus: 400, message: 'Nobody has allowed this sign-in yet. Ask again later.' },
  SLOW_DOWN: { httpStatus: 400, message: 'This was asked too soon. Wait {seconds} seconds between two requests.' },
  ACCESS_DENIED: { httpStatus: 400, message: 'This sign-in was denied.' },
  EXPIRED_TOKEN: { httpStatus: 400, message: 'This sign-in took too long. Start it again.' },
  INVALID_GRANT: { httpStatus: 400, message: 'There is no such sign-in, or it has ended. Start it again.' },
  DEVICE_CODE_EXPIRED: {
    httpStatus: 409,
    title: 'Code expired',
    message: 'This code has expired. Start the sign-in again in your terminal, and enter the new code.',
  },
  DEVICE_CODE_USED: {
    httpStatus: 409,
    title: 'Code already used',
    message: 'This code was used already. Start the sign-in again in your terminal if you still need it.',
  },
  LOGIN_FAILED: { httpStatus: 400, message: 'Wrong email or password.' },
  ACCOUNT_SUSPENDED: {
    httpStatus: 403,
    title: 'Account suspended',
    message: 'This account is suspended. Write to {email} to have it opened again.',
  },
  EMAIL_TAKEN: { httpStatus: 409, title: 'Email in use', message: 'Another account has this email.' },
  EXPORT_RUNNING: { httpStatus: 409, message: 'Your data is being exported already. Wait until that finishes.' },
  INVITATION_ACCEPTED: {
    httpStatus: 409,
    title: 'Already signed in',
    message: 'This customer has set a password. They can request a new one on the sign-in page.',
  },
  CODE_WRONG: {
    httpStatus: 400,
    message: 'This code is wrong, or it was used before. Enter the next one that your app shows.',
  },
  SIGN_IN_EXPIRED: { httpStatus: 400, message: 'This sign-in took too long. Sign in again.' },
  PROOF_NEEDED: {
    httpStatus: 403,
    title: 'Confirm that it’s you',
    message: 'Enter your password or a code again, then repeat this.',
  },
  SECOND_FACTOR_NEEDED: {
    httpStatus: 403,
    title: 'Second factor needed',
    message: 'Staff need a second factor here. Set one up to continue.',
  },
  SECOND_FACTOR_EXISTS: {
    httpStatus: 409,
    message: 'An authenticator app is set up already. Remove it before you set up another one.',
  },
  SECOND_FACTOR_MISSING: { httpStatus: 409, message: 'Set up a second factor of your own first.' },
  LAST_SECOND_FACTOR: {
    httpStatus: 409,
    title: 'This is your last second factor',
    message: 'Staff need a second factor here, so it can’t be removed. An administrator can end that requirement.',
  },
  ACTING_CLOSED: {
    httpStatus: 403,
    title: 'Only the customer can do this',
    message: 'You are signed in as a customer. Their sign-in, API tokens and payments are theirs to change.',
  },
  NOT_A_CUSTOMER: {
    httpStatus: 409,
    title: 'Not a customer',
    message: 'You can only sign in as a customer, not as staff.',
  },
  PASSKEY_REFUSED: {
    httpStatus: 400,
    title: 'Passkey not accepted',
    message: 'This passkey was not accepted. Try again, or sign in another way.',
  },
  PASSKEY_COPIED: {
    httpStatus: 400,
    title: 'Passkey not accepted',
    message: 'This passkey may have been copied, so it was refused. Sign in another way and remove it.',
  },
  PASSKEY_LIMIT: {
    httpStatus: 409,
    title: 'Too many passkeys',
    message: 'You can have {limit} passkeys. Remove one that you no longer use.',
  },
  PROVIDER_AWAY: {
    httpStatus: 424,
    title: 'Provider not available',
    message: '{name} does not answer as expected at the moment. Try again later, or sign in another way.',
  },
  PROVIDER_FAILED: { httpStatus: 400, message: 'Something went wrong during logging in, please try again later!' },
  PROVIDER_EXISTS: {
    httpStatus: 409,
    title: 'Set up already',
    message: 'This provider is set up already. Change it, or remove it first.',
  },
  LAST_SIGN_IN: {
    httpStatus: 409,
    title: 'This is your last way to sign in',
    message: 'Set a password or add a passkey first. Then this account can be unlinked.',
  },
} as const;
