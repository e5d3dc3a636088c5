import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const WORTH_BYTES = 256;

async function compressed(source: Buffer, ending: 'br' | 'gz', cacheFolder: string): Promise<string> {
  const kept = join(cacheFolder, `${createHash('sha256').update(source).digest('hex')}.${ending}`);
  if (!(await stat(kept).catch(() => null))) {
    const small =
      ending === 'br'
        ? await brotli(source, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
          })
        : await zip(source, { level: 9 });
    await writeFile(kept, small);
  }
  return kept;
}

/** Lays `x.br` and `x.gz` beside every text file of a folder, so that the server only has to send them. */
export async function compressFolder(folder: string, cacheFolder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const files = (await readdir(folder)).filter((file) => /\.(js|css|svg|json)$/.test(file) && file !== 'manifest.json');
  for (const file of files) {
    const source = await readFile(join(folder, file));
    if (source.length < WORTH_BYTES) continue;
    await Promise.all(
      (['br', 'gz'] as const).map(async (ending) =>
        copyFile(await compressed(source, ending, cacheFolder), join(folder, `${file}.${ending}`)),
      ),
    );
  }
}
