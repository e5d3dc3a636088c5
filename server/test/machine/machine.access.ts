import { anonymous, at, every, NO_ID, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** Operators of the whole installation; the panel of the test listens for no other machines. */
const operators: Outcome = { ...every('FORBIDDEN'), anonymous, superadmin: 'ok' };
const off: Outcome = { ...operators, superadmin: 'MACHINES_OFF' };

/** The calls about the machines of the installation. */
export const rows: Readonly<Record<string, Row>> = {
  'machine.overview': at(operators, '/platform/machines'),
  'machine.history': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/history`),
  'machine.makeToken': at(off, '/platform/machines/join-token', {}),
  'machine.revoke': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/revocation`, {}),
  'machine.drain': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/drain`, {
    is_drained: true,
  }),
  'machine.workloads': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/workloads`),
  'machine.move': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/moves`, {
    ...{ workload_id: NO_ID, machine_id: null },
  }),
  'machine.cancelMove': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/moves/${NO_ID}/cancel`, {}),
  'machine.empty': at({ ...operators, superadmin: 'MOVE_NOWHERE' }, `/platform/machines/${NO_ID}/emptying`, {
    is_on: true,
  }),
  'machine.recoveryPlan': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/recovery`),
  'machine.recover': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/recovery`, {}),
  'machine.setRecovery': at(operators, '/platform/machines/recovery-setting', { after_minutes: null }),
  'machine.leftovers': at({ ...operators, superadmin: 'NOT_FOUND' }, `/platform/machines/${NO_ID}/leftovers`),
  'machine.removeLeftovers': at(
    { ...operators, superadmin: 'NOT_FOUND' },
    `/platform/machines/${NO_ID}/leftovers/removal`,
    {},
  ),
  // Whoever has a token may call it; nobody has one here.
  'machine.join': at({ ...every('MACHINES_OFF'), anonymous: 'MACHINES_OFF' }, '/platform/machines/join', {
    ...{ token: 'none', csr: 'none', id: NO_ID, name: 'other' },
  }),
};
