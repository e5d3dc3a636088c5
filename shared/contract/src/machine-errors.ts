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
  MOVE_NOWHERE: {
    httpStatus: 409,
    title: 'No other machine',
    message: 'No other machine that runs can take it. Add a machine, or end the drain of one.',
  },
  MOVE_NOT_REACHED: {
    httpStatus: 409,
    title: 'That machine can’t be reached',
    message: 'Choose a machine that runs, that other machines reach, and that does not have it already.',
  },
  MOVE_STAGING: {
    httpStatus: 409,
    title: 'Move its live site',
    message: 'A staging environment is on the machine of its live site. Move the live site: both move together.',
  },
  MOVE_NO_PHP: {
    httpStatus: 409,
    title: 'The machine lacks its PHP version',
    message: 'The other machine has no PHP {version}. Install it there, or change the PHP version of the site first.',
  },
  MOVE_NO_WORDPRESS: {
    httpStatus: 409,
    title: 'The machine lacks its WordPress version',
    message: 'The other machine has no WordPress {version}. Update the site first, or choose another machine.',
  },
  MOVE_NO_BUILDS: {
    httpStatus: 409,
    title: 'The machine runs no applications',
    message: 'The other machine can’t build and run applications. Choose another machine.',
  },
  MOVE_DATABASE: {
    httpStatus: 409,
    title: 'Its database can’t move',
    message:
      'Its database is on a server that only its machine reaches. Give both machines the same database server, or move the database of a WordPress site to SQLite first.',
  },
  MOVE_OTHER_USER: {
    httpStatus: 409,
    title: 'The machines differ',
    message: 'The panel runs as root on only one of the machines. Run it the same way on both.',
  },
  MOVE_NO_ROOM: {
    httpStatus: 409,
    title: 'The machine has no room',
    message: 'The other machine has too little free disk space. Choose another machine, or free some space.',
  },
  RECOVERY_TOO_EARLY: {
    httpStatus: 409,
    title: 'The machine may come back',
    message: 'This machine reported less than {minutes} minutes ago, so it may still serve its sites. Try again later.',
  },
  RECOVERY_NO_STORAGE: {
    httpStatus: 409,
    title: 'Its backups are out of reach',
    message:
      'Each machine keeps its backups in its own data folder. Set STORAGE_URL to a bucket that all machines use.',
  },
  RECOVERY_NOTHING: {
    httpStatus: 409,
    title: 'Nothing can be restored',
    message:
      'Nothing on this machine has a backup that was restored on trial. It stays unavailable until the machine is back.',
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
