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
  DIRECTORY_REFUSED: {
    httpStatus: 409,
    title: 'This was not added',
    message: '{reason}',
  },
} as const;
