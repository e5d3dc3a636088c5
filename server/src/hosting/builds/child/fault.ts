import type { FetchFault } from './answer.ts';

/** Why the code cannot be built. */
export class Fault extends Error {
  readonly fault: FetchFault;
  constructor(fault: FetchFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
