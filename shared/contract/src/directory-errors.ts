/** Errors of what asks the directory of plugins and themes. */
export const directoryErrors = {
  DIRECTORY_OFF: {
    httpStatus: 409,
    title: 'There is no directory',
    message: 'Your provider has not connected a directory of plugins and themes. Upload a zip file instead.',
  },
  DIRECTORY_UNAVAILABLE: {
    httpStatus: 503,
    title: 'The directory does not answer',
    message:
      'The directory of plugins and themes cannot be used at the moment. Try again in a minute. Your own library works as usual.',
  },
  DIRECTORY_MISMATCH: {
    httpStatus: 409,
    title: 'This was not added',
    message: 'The archive of the directory is {found}, not {expected}. Nothing was added.',
  },
  DIRECTORY_NO_DOWNLOAD: {
    httpStatus: 409,
    title: 'This was not added',
    message: 'The directory offers no download of it.',
  },
} as const;
