export { isEnded, taskQuery, useTask } from '@panel/core';
export * from './task.can.ts';
export * from './task.mutations.ts';
export * from './task.queries.ts';
export * from './task.reads.ts';
export * from './task-ends.ts';
export * from './use-task-end.ts';
export * from './use-task-progress.ts';
