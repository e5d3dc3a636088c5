import { MACHINE_TAKE_OVER_SECONDS } from '@panel/contract/schemas';
import { t, type Machine, type Machines, type PlacedWorkload } from '@panel/core';

/** Why no machine can join, or nothing. */
export const cannotAddMachine = ({ joinPort }: Pick<Machines, 'joinPort'>): string | null =>
  joinPort === null ? t('Set MACHINES_PORT to a port that other machines can reach, then restart the panel.') : null;

/** Why nothing is placed on a machine anyway, or nothing. */
export const cannotDrainMachine = ({ state, joinedAt }: Pick<Machine, 'state' | 'joinedAt'>): string | null => {
  if (joinedAt !== null) return t('It has no sites: machines that joined by a token only report.');
  return state === 'revoked' ? t('It was revoked already.') : null;
};

/** Why not everything can be moved off a machine, or nothing. */
export const cannotEmptyMachine = (machine: Machine, machines: readonly Machine[]): string | null => {
  const cannot = cannotDrainMachine(machine);
  if (cannot !== null) return cannot;
  if (machine.state !== 'ready') return t('It does not run, so nothing can be copied from it.');
  const isOther = (other: Machine): boolean =>
    other.id !== machine.id &&
    other.state === 'ready' &&
    other.isReached &&
    !other.isDrained &&
    other.joinedAt === null;
  return machines.some(isOther) ? null : t('No other machine that runs can take it. Add one first.');
};

/** Why what is on a machine cannot be restored elsewhere, or nothing. */
export const cannotRecoverMachine = (
  { joinedAt, state, isGone, workloads, recovery }: Machine,
  machines: readonly Machine[],
): string | null => {
  if (joinedAt !== null) return t('It has no sites: machines that joined by a token only report.');
  if (state === 'ready') return t('It runs. Move its sites instead.');
  if (!isGone)
    return t('Possible once it has been silent for {minutes} minutes.', { minutes: MACHINE_TAKE_OVER_SECONDS / 60 });
  if (workloads.every(({ total }) => total === 0) && !recovery?.failed) return t('Nothing is on it.');
  const runs = (one: Machine): boolean => one.state === 'ready' && one.joinedAt === null && !one.isDrained;
  return machines.some(runs) ? null : t('No other machine that runs can take it. Add one first.');
};

/** Why nothing can be left on a machine by what was restored elsewhere, or nothing. */
export const cannotSeeLeftovers = ({ state }: Pick<Machine, 'state'>): string | null =>
  state === 'ready' ? null : t('It does not run, so its files can’t be read.');

/** Whether a move has not ended. */
export const isMoving = ({ status }: NonNullable<PlacedWorkload['move']>): boolean =>
  status === 'queued' || status === 'running' || status === 'cancelling';

/** Why a move cannot be canceled, or nothing. */
export const cannotCancelMove = ({ status }: NonNullable<PlacedWorkload['move']>): string | null =>
  status === 'cancelling' ? t('It is being canceled.') : null;

/** Why a workload cannot move to a machine, or nothing. */
export const cannotMove = ({ isStage }: PlacedWorkload, from: Machine, to: Machine): string | null => {
  if (isStage) return t('It moves together with its live site.');
  if (from.state !== 'ready') return t('Its machine does not run, so nothing can be copied from it.');
  return to.state === 'ready' && to.isReached ? null : t('That machine does not run, or can’t be reached.');
};

/** Why a machine cannot be revoked, or nothing. */
export const cannotRevokeMachine = ({ isThis, state }: Pick<Machine, 'isThis' | 'state'>): string | null => {
  if (isThis) return t('This machine answers this page. To take it out of service, stop the panel on it.');
  return state === 'revoked' ? t('It was revoked already.') : null;
};
