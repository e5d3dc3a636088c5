import { configOf, restoreFrom } from './installation-support.ts';

/** Restores, and stops for good at the line of progress that is the last argument, which it prints. */
const [dataDir = '', target = '', at] = process.argv.slice(2);
await restoreFrom(target, configOf(dataDir), {
  replace: true,
  onProgress(line) {
    if (line !== at) return;
    process.stdout.write('here\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
