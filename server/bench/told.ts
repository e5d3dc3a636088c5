import { writeSync } from 'node:fs';

/** A separate channel between a server under test and the bench; standard output carries the log. */
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
