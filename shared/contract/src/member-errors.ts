/** What members of a customer’s account see because of their roles. */
export const memberErrors = {
  MEMBER_ROLE: {
    httpStatus: 403,
    title: 'Not for your role',
    message: 'Your role in this account is {role}. This can be done by: {roles}.',
    values: { roles: 'the customer' },
  },
  MEMBER_LIMITED: {
    httpStatus: 403,
    title: 'Not with your access',
    message:
      'You have access to some sites and applications of this account. This is for people who have access to all.',
  },
  MEMBER_SELF: {
    httpStatus: 409,
    title: 'This is your own account',
    message: 'You can’t invite yourself, or change or remove your own access. Ask the customer or another owner.',
  },
  MEMBER_ACCEPTED: {
    httpStatus: 409,
    title: 'Already signed in',
    message: 'This person has set a password. They can request a new one on the sign-in page.',
  },
  MEMBER_EXISTS: {
    httpStatus: 409,
    title: 'Already a member',
    message: '{email} is already a member of this account. Change their role or sites in the list.',
  },
  MEMBER_LIMIT: {
    httpStatus: 409,
    title: 'No more members',
    message: 'An account can have {limit} members. Remove somebody first.',
  },
} as const;
