/*
 * For `node --import`: the time limit of a test file with a process of its own. Files that share one have limits in it
 * (run-together.mjs).
 */
import { isProgram } from './together-program.mjs';

const { NODE_TEST_CONTEXT, TEST_FILE_LIMIT_MS } = process.env;
if (NODE_TEST_CONTEXT && TEST_FILE_LIMIT_MS && !isProgram(process.argv[1] ?? '')) {
  // What a test starts has no limit.
  delete process.env.TEST_FILE_LIMIT_MS;
  const end = () => {
    console.error(`This file did not end within ${TEST_FILE_LIMIT_MS} ms.`);
    process.kill(process.pid, 'SIGTERM');
  };
  setTimeout(end, Number(TEST_FILE_LIMIT_MS)).unref();
}
