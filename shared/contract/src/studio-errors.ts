/** Errors of the browser studio; `errors.ts` has them all. */
export const studioErrors = {
  BRANCH_MOVED: {
    httpStatus: 409,
    title: 'The branch has new commits',
    message:
      'Somebody else has committed to {branch} since you opened it. Nothing was committed, and your changes are kept. Compare them with the newest version, then commit again.',
  },
  STUDIO_TOO_LARGE: {
    httpStatus: 409,
    title: 'This repository is too large',
    message: 'The repository has more than {limit} files. Change it with Git on your computer.',
  },
  STUDIO_PATH_TAKEN: {
    httpStatus: 409,
    title: 'This name is taken',
    message:
      '{path} can’t be written: there is a file or folder of this name, or one that differs only in capital letters.',
  },
  STUDIO_NOT_A_FILE: {
    httpStatus: 409,
    title: 'This is not a file',
    message: '{path} is a link or a submodule. Change it with Git on your computer.',
  },
  STUDIO_NOTHING: {
    httpStatus: 409,
    title: 'Nothing to commit',
    message: 'Your changes leave all files as they are in the last commit.',
  },
} as const;
