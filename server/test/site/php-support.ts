import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostingConfigFromEnv } from '../../src/hosting/index.ts';

export type OtherPhp = { binary: string; version: string; id: string };

/**
 * Another version of PHP: a copy of the machine's program in which the version has another minor number. It is not below
 * `/tmp`, where a sandbox has the site's own folder, also when the checkout is. Null where there is no native PHP.
 */
export async function otherPhp(minor = '9'): Promise<(OtherPhp & { remove(): Promise<void> }) | null> {
  const { phpBinary: binary, cacheDir } = hostingConfigFromEnv({}, tmpdir());
  const { stdout, status } = spawnSync(binary, ['-r', 'echo PHP_BINARY, "\n", PHP_VERSION;'], { encoding: 'utf8' });
  const [program, now] = stdout?.split('\n') ?? [];
  if (status !== 0 || !program || !now) return null;
  const version = now.replace(/^(\d+)\.\d/, `$1.${minor}`);
  const base = path.resolve(cacheDir).startsWith('/tmp/') ? '/var/tmp' : cacheDir;
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(path.join(base, 'tmp-php-'));
  await chmod(folder, 0o755);
  const copy = path.join(folder, 'php');
  const bytes = await readFile(program);
  for (let at = bytes.indexOf(now); at >= 0; at = bytes.indexOf(now, at + 1)) bytes.write(version, at);
  await writeFile(copy, bytes, { mode: 0o755 });
  const id = version.split('.').slice(0, 2).join('.');
  return { binary: copy, version, id, remove: () => rm(folder, { recursive: true, force: true }) };
}
