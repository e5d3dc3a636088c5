import { list } from 'tar';

/** A file in an archive of a backup; empty without it. */
export async function textInArchive(file: string, name: string): Promise<string> {
  const found: Buffer[] = [];
  await list({
    file,
    onReadEntry(entry) {
      if (entry.path === name) entry.on('data', (chunk: Buffer) => found.push(chunk));
    },
  });
  return Buffer.concat(found).toString('utf8');
}
