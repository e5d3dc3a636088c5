import { writeSync } from 'node:fs';

/** Where a server under test talks to the bench; its standard output is the log, which nobody reads. */
const CHANNEL = 3;

/** Tells the bench the port and, whenever it asks, the CPU time of this process in microseconds; `end` runs when the bench lets go. */
export function tellBench(port: number, end: () => void): void {
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    writeSync(CHANNEL, `cpu ${user + system}\n`);
  });
  process.stdin.on('end', end);
  writeSync(CHANNEL, `port ${port}\n`);
}
