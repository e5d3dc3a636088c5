import { call } from '../call.ts';
import {
  DeviceApprovalInput,
  DeviceCodeInput,
  DevicePollInput,
  DeviceRequest,
  DeviceStarted,
  DeviceStartInput,
  DeviceToken,
  TokenRevocationInput,
} from '../schemas/device.ts';
import { Outcome } from '../schemas/user.ts';

/** Programs call these before they have a token. */
const ofProgram = { audience: 'public', withoutCookies: true, neverKept: true, noAuditLine: true } as const;
/** For people in person, as the tokens themselves; each try is one of the few guesses at a code. */
const ofPerson = {
  audience: 'customer',
  scope: 'closed',
  member: 'change',
  notActing: true,
  limit: { tries: 30, windowSeconds: 900 },
  everyTryCounts: true,
  neverKept: true,
} as const;

/** Sign-in of programs by a code that a person enters (RFC 8628, ADR 0134). */
export const deviceCalls = {
  start: call({
    method: 'POST',
    path: '/api-token/device',
    summary: 'Ask for an API token by device code: what to show to the person, and the code to wait with',
    ...ofProgram,
    errors: ['RATE_LIMITED'],
    limit: { tries: 20, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(DeviceStartInput)
    .output(DeviceStarted),
  token: call({
    method: 'POST',
    path: '/api-token/device/token',
    summary: 'The API token of a device code, once a person has allowed it; the response is the only one that has it',
    ...ofProgram,
    errors: [
      ...(['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'ACCESS_DENIED', 'EXPIRED_TOKEN', 'INVALID_GRANT'] as const),
      ...(['API_TOKEN_LIMIT', 'RATE_LIMITED'] as const),
    ],
    // Offices share an address, and each sign-in asks for ten minutes.
    limit: { tries: 1200, windowSeconds: 600 },
  })
    .input(DevicePollInput)
    .output(DeviceToken),
  request: call({
    method: 'GET',
    path: '/api-token/device',
    summary: 'Which program asks for an API token by this code, from where and since when',
    ...ofPerson,
    errors: ['NOT_FOUND', 'DEVICE_CODE_EXPIRED', 'DEVICE_CODE_USED', 'RATE_LIMITED'],
  })
    .input(DeviceCodeInput)
    .output(DeviceRequest),
  approve: call({
    method: 'POST',
    path: '/api-token/device/approval',
    summary: 'Give the program that asks by this code an API token',
    ...ofPerson,
    stepUp: true,
    errors: [
      ...(['PASSWORD_WRONG', 'NOT_FOUND', 'DEVICE_CODE_EXPIRED', 'DEVICE_CODE_USED'] as const),
      ...(['API_TOKEN_LIMIT', 'RATE_LIMITED'] as const),
    ],
    limit: { tries: 10, windowSeconds: 900 },
  })
    .input(DeviceApprovalInput)
    .output(Outcome),
  deny: call({
    method: 'POST',
    path: '/api-token/device/denial',
    summary: 'Give the program that asks by this code nothing',
    ...ofPerson,
    errors: ['NOT_FOUND', 'DEVICE_CODE_EXPIRED', 'DEVICE_CODE_USED', 'RATE_LIMITED'],
  })
    .input(DeviceCodeInput)
    .output(Outcome),
  revoke: call({
    method: 'POST',
    path: '/api-token/revocation',
    summary: 'Revoke an API token by the token itself; one that does not work is no error',
    ...ofProgram,
    errors: ['RATE_LIMITED'],
    limit: { tries: 60, windowSeconds: 900 },
    everyTryCounts: true,
  })
    .input(TokenRevocationInput)
    .output(Outcome),
};
