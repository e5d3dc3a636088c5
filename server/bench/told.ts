import { writeSync } from 'node:fs';

/** Where a server under test talks to the bench; its standard output is the log, which nobody reads. */
const CHANNEL = 3;

/** Reports the port to the bench and, on request, this process's CPU time in microseconds; `end` runs when the bench disconnects. */
export function tellBench(port: number, end: () => void): void {
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    writeSync(CHANNEL, `cpu ${user + system}\n`);
  });
  process.stdin.on('end', end);
  writeSync(CHANNEL, `port ${port}\n`);
}
