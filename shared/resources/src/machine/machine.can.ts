import { t, type Machine, type Machines } from '@panel/core';

/** Why no machine can join, or nothing. */
export const cannotAddMachine = ({ joinPort }: Pick<Machines, 'joinPort'>): string | null =>
  joinPort === null ? t('Set MACHINES_PORT to a port that other machines can reach, then restart the panel.') : null;

/** Why nothing is placed on a machine anyway, or nothing. */
export const cannotDrainMachine = ({ state, joinedAt }: Pick<Machine, 'state' | 'joinedAt'>): string | null => {
  if (joinedAt !== null) return t('It has no sites: machines that joined by a token only report.');
  return state === 'revoked' ? t('It was revoked already.') : null;
};

/** Why a machine cannot be revoked, or nothing. */
export const cannotRevokeMachine = ({ isThis, state }: Pick<Machine, 'isThis' | 'state'>): string | null => {
  if (isThis) return t('This machine answers this page. To take it out of service, stop the panel on it.');
  return state === 'revoked' ? t('It was revoked already.') : null;
};
