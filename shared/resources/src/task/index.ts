export { isEnded, taskQuery, useTask } from '@panel/core';
export * from './task-ends.ts';
export * from './use-task-end.ts';
