/** Errors of previews of applications; `errors.ts` has them all. */
export const previewErrors = {
  PREVIEWS_OFF: {
    httpStatus: 409,
    title: 'Previews are off',
    message: 'Switch previews on for this application first.',
  },
  PREVIEW_OF_PRODUCTION: {
    httpStatus: 409,
    title: 'This branch is production',
    message: 'Choose another branch: {branch} is the one that visitors get.',
  },
  PREVIEW_NOT_READY: {
    httpStatus: 409,
    title: 'This preview has no release yet',
    message: 'Wait until its build has succeeded, then try again.',
  },
  PREVIEW_DISK: {
    httpStatus: 409,
    title: 'The previews are too large',
    message:
      'The application and its previews would have {used} MB, and the plan allows {limit} MB. Delete a preview, or choose a larger plan.',
  },
} as const;
