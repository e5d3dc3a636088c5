import { PanelError } from './errors.ts';

/** Another machine has what a call needs. The call is passed on to it; what cannot be passed on says that it is not available. */
export class ElsewhereError extends PanelError {
  readonly machineId: string;

  constructor(machineId: string) {
    super('MACHINE_AWAY');
    this.machineId = machineId;
  }
}
