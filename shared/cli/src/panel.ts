#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { EXIT } from './fault.ts';

// What this program was compiled to is kept for the next start.
enableCompileCache?.();

// A reader such as `head` that has enough ends the program quietly.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? 0);
  });

process.once('SIGINT', () => {
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.exit(EXIT.interrupted);
});

const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
