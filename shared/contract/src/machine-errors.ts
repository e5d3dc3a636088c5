/** Errors of the machines of an installation, and of joining it (ADR 0141). */
export const machineErrors = {
  MACHINES_OFF: {
    httpStatus: 409,
    title: 'No machine can join',
    message:
      'The panel listens for no other machines. Set MACHINES_PORT to a port that they can reach, then restart it.',
  },
  MACHINE_OWN: {
    httpStatus: 409,
    title: 'Not revoked',
    message: 'This machine answers this page and has the database. To take it out of service, stop the panel on it.',
  },
  MACHINE_AWAY: {
    httpStatus: 503,
    title: 'Its server does not answer',
    message: 'The server with these files does not answer now. Nothing is lost. Try again in a few minutes.',
  },
  JOIN_TOKEN_UNKNOWN: {
    httpStatus: 403,
    title: 'The join token is wrong',
    message: 'This installation has no such join token. Copy the whole command from the page Machines.',
  },
  JOIN_TOKEN_USED: {
    httpStatus: 403,
    title: 'The join token was used',
    message:
      'A machine has joined with this token already. Make a new one on the page Machines. If that machine is not yours, revoke it there.',
  },
  JOIN_TOKEN_EXPIRED: {
    httpStatus: 403,
    title: 'The join token has expired',
    message: 'A join token works for an hour. Make a new one on the page Machines.',
  },
  JOIN_KEY_INVALID: {
    httpStatus: 422,
    title: 'The key was not accepted',
    message: 'The certificate request of the machine could not be read, or is not signed with its own key.',
  },
  MACHINE_KNOWN: {
    httpStatus: 409,
    title: 'The data folder is in use',
    message:
      'A machine with this data folder has joined already, or was revoked. Start the new one with an empty data folder.',
  },
} as const;
