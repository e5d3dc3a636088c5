import { lstat } from 'node:fs/promises';

const LOOK_MS = 250;

/**
 * Reports the size of a file that a site's code writes, several times while `work` runs and once when it has ended.
 * The file itself is never read.
 */
export async function watchSize<T>(file: string, report: (bytes: number) => void, work: () => Promise<T>): Promise<T> {
  const look = async (): Promise<void> => {
    const found = await lstat(file).catch(() => null);
    if (found?.isFile()) report(found.size);
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  try {
    const result = await work();
    await look();
    return result;
  } finally {
    clearInterval(timer);
  }
}
