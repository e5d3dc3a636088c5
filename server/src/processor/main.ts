import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emptyBooks, type Books } from './ledger.ts';
import { startProcessor, type AccountKeys } from './processor.ts';

/**
 * The test processor as a process of its own. Its parent gives keys and addresses in the environment, gets the address in a
 * message, and ends it by closing the channel.
 */
const { PROCESSOR_FILE: file = '', STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '' } = process.env;

function read(): Books {
  try {
    return { ...emptyBooks(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Books>) };
  } catch {
    return emptyBooks();
  }
}

function keep(books: Books): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(books), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const processor = await startProcessor({
  keys: {
    secret: STRIPE_SECRET_KEY,
    publishable: STRIPE_PUBLISHABLE_KEY,
    webhook: process.env['STRIPE_WEBHOOK_SECRET'] ?? '',
  },
  others: JSON.parse(process.env['PROCESSOR_OTHERS'] ?? '[]') as AccountKeys[],
  webhookUrl: process.env['PROCESSOR_WEBHOOK_URL'] ?? null,
  port: Number(process.env['PROCESSOR_PORT'] ?? 0),
  books: read(),
  changed: keep,
});
process.on('disconnect', () => void processor.close().then(() => process.exit()));
process.send?.({ address: processor.address });
