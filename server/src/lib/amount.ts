import type { StepProgress } from '@panel/contract';

/** How much of something is done; without `total` the whole is unknown. A percentage needs no total. */
export type Amount = { done: number; total?: number; unit: StepProgress['unit'] };
