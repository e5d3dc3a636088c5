import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  JoinTokenCreated,
  Leftover,
  LeftoversInput,
  MachineById,
  MachineDrainInput,
  MachineEmptyInput,
  MachineHistory,
  MachineJoined,
  MachineJoinInput,
  Machines,
  MachineWorkloadsInput,
  MoveInput,
  MoveStarted,
  PlacedWorkload,
  RecoveryPlan,
  RecoveryPlanInput,
  RecoverySettingInput,
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
  workloads: call({
    method: 'GET',
    path: '/platform/machines/{id}/workloads',
    summary: 'The sites and applications that are placed on a machine, by page, with their newest moves',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(MachineWorkloadsInput)
    .output(page(PlacedWorkload)),
  move: call({
    method: 'POST',
    path: '/platform/machines/{id}/moves',
    summary:
      'Move a site or an application of a machine to another one, with its staging environment or its other half, while it is visited',
    audience,
    errors: [
      ...(['NOT_FOUND', 'TASK_RUNNING', 'MACHINE_AWAY', 'MOVE_NOWHERE', 'MOVE_NOT_REACHED', 'MOVE_STAGING'] as const),
      ...(['MOVE_NO_PHP', 'MOVE_NO_WORDPRESS', 'MOVE_NO_BUILDS', 'MOVE_DATABASE', 'MOVE_OTHER_USER'] as const),
      ...(['MOVE_NO_ROOM', 'NOT_AVAILABLE'] as const),
    ],
    neverKept: true,
  })
    .input(MoveInput)
    .output(MoveStarted),
  cancelMove: call({
    method: 'POST',
    path: '/platform/machines/moves/{taskId}/cancel',
    summary: 'Cancel a move: the workload stays on its machine. Not once its files are in place on the other one',
    audience,
    errors: ['NOT_FOUND', 'TASK_ENDED', 'TASK_NOT_CANCELLABLE'],
    neverKept: true,
  })
    .input(v.object({ taskId: Id }))
    .output(v.object(Outcome.entries)),
  empty: call({
    method: 'POST',
    path: '/platform/machines/{id}/emptying',
    summary: 'Drain a machine and move everything on it to other machines, or stop doing so',
    audience,
    errors: ['NOT_FOUND', 'MOVE_NOWHERE'],
    neverKept: true,
  })
    .input(MachineEmptyInput)
    .output(v.object(Outcome.entries)),
  recoveryPlan: call({
    method: 'GET',
    path: '/platform/machines/{id}/recovery',
    summary:
      'What is on a machine, by page, each with the time of its newest proven backup; those without one cannot be restored elsewhere',
    audience,
    errors: ['NOT_FOUND'],
  })
    .input(RecoveryPlanInput)
    .output(RecoveryPlan),
  recover: call({
    method: 'POST',
    path: '/platform/machines/{id}/recovery',
    summary:
      'Restore everything on a machine that does not come back on other machines, from the newest proven backups; what could not be restored is tried again',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'RECOVERY_TOO_EARLY', 'RECOVERY_NO_STORAGE', 'RECOVERY_NOTHING', 'MOVE_NOWHERE'],
    neverKept: true,
  })
    .input(MachineById)
    .output(v.object(Outcome.entries)),
  setRecovery: call({
    method: 'PUT',
    path: '/platform/machines/recovery-setting',
    summary: 'Set after how many minutes of silence what is on a machine is restored elsewhere by itself; null: never',
    audience,
    neverKept: true,
  })
    .input(RecoverySettingInput)
    .output(v.object(Outcome.entries)),
  leftovers: call({
    method: 'GET',
    path: '/platform/machines/{id}/leftovers',
    summary: 'What sites and applications that are elsewhere now have left in the data folder of a machine, by page',
    audience,
    errors: ['NOT_FOUND', 'MACHINE_AWAY'],
  })
    .input(LeftoversInput)
    .output(page(Leftover)),
  removeLeftovers: call({
    method: 'POST',
    path: '/platform/machines/{id}/leftovers/removal',
    summary: 'Delete what sites and applications that are elsewhere now have left in the data folder of a machine',
    audience,
    stepUp: true,
    errors: ['NOT_FOUND', 'MACHINE_AWAY'],
    neverKept: true,
  })
    .input(MachineById)
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
