import * as v from 'valibot';
import { call } from '../call.ts';
import { Partner } from '../schemas/partner.ts';
import { WaitingFactors } from '../schemas/passkey.ts';
import { SecondFactorInput } from '../schemas/security.ts';
import {
  ForgotPasswordInput,
  LoginInput,
  Outcome,
  PasswordLinkInput,
  Redirect,
  ResetPasswordInput,
  SetPasswordInput,
  SignedIn,
  SignupInput,
} from '../schemas/user.ts';

const PartnerAnswer = v.object({ status: v.literal(true), data: Partner });
const DomainInput = v.object({ domain: v.optional(v.pipe(v.string(), v.maxLength(260))) });
/** Blocked after ten failures in 15 minutes (decision: Session). */
const GUESSED = { tries: 10, windowSeconds: 900 } as const;

export const sessionCalls = {
  whitelabel: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/whitelabel',
    summary: 'Public data of the partner of this host',
    audience: 'public',
  })
    .input(DomainInput)
    .output(PartnerAnswer),
  partnerWhitelabel: call({
    method: 'GET',
    path: '/partner/whitelabel',
    summary: 'Public data of the partner of this host',
    audience: 'public',
  })
    .input(DomainInput)
    .output(PartnerAnswer),
  signup: call({
    noAuditLine: true,
    everyTryCounts: true,
    method: 'POST',
    path: '/signup',
    summary: 'Request an account; the response never reveals whether the address is known',
    audience: 'public',
    errors: ['SIGNUP_CLOSED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(SignupInput)
    .output(Outcome),
  login: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    audience: 'public',
    errors: ['LOGIN_FAILED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(LoginInput)
    .output(SignedIn),
  ssoLink: call({
    method: 'GET',
    path: '/sso/link',
    summary: "Sign in with a link that the partner's system signed",
    audience: 'public',
    errors: ['TOKEN_INVALID', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(
      v.object({
        email: v.string(),
        expires: v.string(),
        nonce: v.string(),
        signature: v.string(),
        next: v.optional(v.string()),
      }),
    )
    .output(SignedIn),
  waitingFactors: call({
    method: 'GET',
    path: '/second-factor',
    summary: 'What the sign-in that waits in this browser can be finished with',
    audience: 'public',
    errors: ['SIGN_IN_EXPIRED'],
  }).output(WaitingFactors),
  secondFactor: call({
    noAuditLine: true,
    neverKept: true,
    method: 'POST',
    path: '/second-factor',
    summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code',
    audience: 'public',
    errors: ['SIGN_IN_EXPIRED', 'CODE_WRONG', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
  })
    .input(SecondFactorInput)
    .output(Redirect),
  logout: call({
    neverKept: true,
    method: 'POST',
    path: '/logout',
    summary: 'End the session',
    audience: 'public',
  }).output(Redirect),
  forgetPassword: call({
    noAuditLine: true,
    everyTryCounts: true,
    method: 'POST',
    path: '/forget-password',
    summary: 'Send a link to set a new password',
    audience: 'public',
    errors: ['RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(ForgotPasswordInput)
    .output(Outcome),
  passwordLink: call({
    noAuditLine: true,
    method: 'POST',
    path: '/password-link',
    summary: 'Check that the link of an email can still set a password, without using it up',
    audience: 'public',
    errors: ['TOKEN_INVALID', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(PasswordLinkInput)
    .output(Outcome),
  resetPassword: call({
    method: 'POST',
    path: '/reset-password',
    summary: 'Set a new password with the link of an email',
    audience: 'public',
    errors: ['TOKEN_INVALID', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(ResetPasswordInput)
    .output(Outcome),
  setPassword: call({
    method: 'POST',
    path: '/set-password',
    notActing: true,
    summary: 'Set the first password, or change one’s own',
    audience: 'public',
    errors: ['TOKEN_INVALID', 'PASSWORD_WRONG', 'PROOF_NEEDED', 'UNAUTHENTICATED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    limit: GUESSED,
  })
    .input(SetPasswordInput)
    /** The first password signs its owner in; the address is where they start. */
    .output(v.object({ ...Outcome.entries, redirectUrl: v.optional(v.string()) })),
};
