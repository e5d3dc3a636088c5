import { api, type Api } from '@panel/core';

type Session = Api['session'];
type InputOf<Call extends keyof Session> = Parameters<Session[Call]>[0];

/** What fails is shown by the form or page that called. */
const byCaller = { context: { failure: 'caller' } } as const;

/** Signs in; the answer says where to go. */
export const signIn = (input: InputOf<'login'>) => api.session.login(input, byCaller);

/** Ends the session; the answer says where to go. */
export const signOut = () => api.session.logout(undefined, byCaller);

/** Asks for an account: the email that follows sets its password. */
export const signUp = (input: InputOf<'signup'>) => api.session.signup(input, byCaller);

/** Asks for an email with a link to set a new password; the answer is the same for unknown addresses. */
export const requestPasswordLink = (input: InputOf<'forgetPassword'>) => api.session.forgetPassword(input, byCaller);

/** Sets the first password, or the own one when signed in. */
export const setPassword = (input: InputOf<'setPassword'>) => api.session.setPassword(input, byCaller);

/** Sets a new password with the link of an email. */
export const resetPassword = (input: InputOf<'resetPassword'>) => api.session.resetPassword(input, byCaller);
