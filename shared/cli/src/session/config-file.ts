import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { usage } from '../fault.ts';

type Profile = { token: string; insecureHttp?: boolean };
/** Tokens by the origin of their panel, and which panel is meant when none is named. */
export type Config = { current: string | null; panels: Record<string, Profile> };

/** Where tokens are kept: the folder of the XDG base directory specification, which has to be absolute. */
export function configFile(env: NodeJS.ProcessEnv = process.env): string {
  const given = env['XDG_CONFIG_HOME'];
  const base = given && path.isAbsolute(given) ? given : path.join(homedir(), '.config');
  return path.join(base, 'panel', 'config.json');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): Config | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value['panels'])) return undefined;
    const panels = Object.entries(value['panels']).flatMap(([origin, one]): [string, Profile][] =>
      isRecord(one) && typeof one['token'] === 'string'
        ? [[origin, { token: one['token'], ...(one['insecureHttp'] === true && { insecureHttp: true }) }]]
        : [],
    );
    const { current } = value;
    return { current: typeof current === 'string' ? current : null, panels: Object.fromEntries(panels) };
  } catch {
    return undefined;
  }
}

/** @throws Fault when the file is there and cannot be read */
export function readConfig(file = configFile()): Config {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, panels: {} };
    throw usage(`${file} cannot be read: ${(error as Error).message}`);
  }
  const config = parse(text);
  if (!config) throw usage(`${file} is damaged. Delete it, and sign in again with "panel login".`);
  return config;
}

/** Replaces the file as a whole; only its owner can read it at any time. */
export function writeConfig(config: Config, file = configFile()): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(next, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(next, 0o600);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw usage(`${file} cannot be written: ${(error as Error).message}`);
  }
}
