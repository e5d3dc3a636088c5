/** Errors of the file manager; `errors.ts` has them all. */
export const fileErrors = {
  FILE_CHANGED: {
    httpStatus: 409,
    title: 'The file has changed',
    message:
      'Somebody else has changed or deleted this file since you opened it. Nothing was saved. Download your text to keep it, then open the file as it is now.',
  },
  FILE_EXISTS: {
    httpStatus: 409,
    title: 'This name is taken',
    message: 'There is already a file or folder of this name. Nothing was changed.',
  },
  FILE_INSIDE: { httpStatus: 409, message: 'A folder can’t be moved into itself.' },
  FILE_READ_ONLY: {
    httpStatus: 409,
    title: 'This can’t be changed',
    message: 'This file or folder belongs to the shared WordPress, or its permissions don’t allow the change.',
  },
  FILE_SPECIAL: {
    httpStatus: 409,
    title: 'This is not a file',
    message: 'This is a link or a special file. It can be renamed or deleted, but not opened.',
  },
  FILE_NOT_ZIP: {
    httpStatus: 422,
    title: 'This can’t be unpacked',
    message: 'This is not a zip file, or it is damaged or encrypted. Create the zip again without a password.',
  },
  FILE_ZIP_UNSAFE: {
    httpStatus: 422,
    title: 'This can’t be unpacked',
    message:
      'The archive has links, special files, the same name twice, or names that lead out of the folder. Nothing was unpacked.',
  },
  FILE_ZIP_LARGE: {
    httpStatus: 422,
    title: 'This can’t be unpacked',
    message: 'The archive unpacks to more than 2 GB, 20,000 files, or what the plan allows. Nothing was unpacked.',
  },
  FILE_BUSY: {
    httpStatus: 409,
    title: 'The file is being written',
    message: 'Somebody else is writing this file. Try again in a minute.',
  },
} as const;
