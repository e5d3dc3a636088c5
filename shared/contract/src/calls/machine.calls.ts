import * as v from 'valibot';
import { call } from '../call.ts';
import {
  JoinTokenCreated,
  MachineById,
  MachineDrainInput,
  MachineHistory,
  MachineJoined,
  MachineJoinInput,
  Machines,
} from '../schemas/machine.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'superadmin' as const;

/** The machines of the installation, for its operator (ADR 0141). */
export const machineCalls = {
  overview: call({
    method: 'GET',
    path: '/platform/machines',
    summary: 'The machines of the installation: what each has, runs and can do, and when it last reported',
    audience,
  }).output(Machines),
  history: call({
    method: 'GET',
    path: '/platform/machines/{id}/history',
    summary: 'Free memory, free disk and load of a machine over the last 24 hours',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(MachineById)
    .output(MachineHistory),
  makeToken: call({
    method: 'POST',
    path: '/platform/machines/join-token',
    summary: 'Make a token by which one machine can join within an hour; the answer is the only one that has it',
    audience,
    stepUp: true,
    errors: ['MACHINES_OFF'],
    neverKept: true,
  }).output(JoinTokenCreated),
  revoke: call({
    method: 'POST',
    path: '/platform/machines/{id}/revocation',
    summary: 'Revoke a machine: it is refused from now on, and stops serving',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'MACHINE_OWN'],
    neverKept: true,
  })
    .input(MachineById)
    .output(v.object(Outcome.entries)),
  drain: call({
    method: 'POST',
    path: '/platform/machines/{id}/drain',
    summary: 'Place nothing new on a machine with the database, or place on it again',
    audience,
    errors: ['NOT_FOUND'],
    neverKept: true,
  })
    .input(MachineDrainInput)
    .output(v.object(Outcome.entries)),
  join: call({
    method: 'POST',
    path: '/platform/machines/join',
    summary: 'Join the installation as a machine, by a token: the answer has the certificate of its key',
    // A machine has no account yet; it shows a token.
    audience: 'public',
    withoutCookies: true,
    neverKept: true,
    noAuditLine: true,
    everyTryCounts: true,
    limit: { tries: 20, windowSeconds: 900 },
    errors: [
      ...(['JOIN_TOKEN_UNKNOWN', 'JOIN_TOKEN_USED', 'JOIN_TOKEN_EXPIRED', 'JOIN_KEY_INVALID'] as const),
      ...(['MACHINE_KNOWN', 'MACHINES_OFF', 'RATE_LIMITED'] as const),
    ],
  })
    .input(MachineJoinInput)
    .output(MachineJoined),
};
