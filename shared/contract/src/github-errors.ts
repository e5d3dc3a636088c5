/** Errors of what asks GitHub. */
export const githubErrors = {
  GITHUB_NOT_CONNECTED: {
    httpStatus: 409,
    title: 'GitHub is not connected',
    message: 'Connect a GitHub account first.',
  },
  GITHUB_TOKEN: {
    httpStatus: 409,
    title: 'GitHub refused the access token',
    message: 'The access token is wrong, has expired, or was revoked. Connect GitHub again with a new one.',
  },
  GITHUB_REFUSED: { httpStatus: 409, title: 'GitHub refused this', message: '{reason}' },
  GITHUB_UNAVAILABLE: { httpStatus: 503, message: 'GitHub does not answer at the moment. Try again in a minute.' },
  GITHUB_CONNECT_FAILED: {
    httpStatus: 400,
    title: 'GitHub was not connected',
    message: 'You have not agreed at GitHub, it took too long, or it began in another browser. Connect GitHub again.',
  },
  GITHUB_SIGN_IN: {
    httpStatus: 409,
    title: 'GitHub must be connected again',
    message: 'GitHub no longer accepts the connection of this account. Connect GitHub again.',
  },
} as const;
