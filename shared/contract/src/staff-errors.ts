/** What a partner’s staff see because of their roles. */
export const staffErrors = {
  STAFF_ROLE: {
    httpStatus: 403,
    title: 'Not for your role',
    message: 'Your role is {role}. This can be done by: {roles}. Ask one of them, or an owner to change your role.',
  },
  STAFF_SELF: {
    httpStatus: 409,
    title: 'This is your own account',
    message: 'You can’t change or remove your own role. Ask another owner or administrator.',
  },
  STAFF_ACCEPTED: {
    httpStatus: 409,
    title: 'Already signed in',
    message: 'This member of the staff has set a password. They can request a new one on the sign-in page.',
  },
  LAST_OWNER: {
    httpStatus: 409,
    title: 'This is the last owner',
    message: 'The panel needs an owner who can sign in. Make somebody else an owner first.',
  },
} as const;
