import { api, type Api } from '@panel/core';

type Session = Api['session'];
type InputOf<Call extends keyof Session> = Parameters<Session[Call]>[0];

/** Signs in; the answer says where to go. */
export const signIn = (input: InputOf<'login'>) => api.session.login(input);

/** Finishes a sign-in that asks for a second factor; the answer says where to go. */
export const signInWithCode = (input: InputOf<'secondFactor'>) => api.session.secondFactor(input);

/** Ends the session; the answer says where to go. */
export const signOut = () => api.session.logout();

/** Asks for an account: the email that follows sets its password. */
export const signUp = (input: InputOf<'signup'>) => api.session.signup(input);

/** Asks for an email with a link to set a new password; the answer is the same for unknown addresses. */
export const requestPasswordLink = (input: InputOf<'forgetPassword'>) => api.session.forgetPassword(input);

/** Sets the first password, or the own one when signed in. */
export const setPassword = (input: InputOf<'setPassword'>) => api.session.setPassword(input);

/** Sets a new password with the link of an email. */
export const resetPassword = (input: InputOf<'resetPassword'>) => api.session.resetPassword(input);
