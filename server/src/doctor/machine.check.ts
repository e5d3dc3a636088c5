import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { diskOf, MB } from '../disk/free-space.ts';
import { hasProgram } from '../hosting/process/has-program.ts';
import { notice, right, wrong, type Check, type Finding } from './findings.ts';

/** Free bytes below which the doctor says so, where the settings name no reserve: the least that the panel keeps free. */
const FREE_MB = 512;

/** Programs of the machine, the package that has each, and what needs it. */
const PROGRAMS = [
  {
    program: 'bwrap',
    package: 'bubblewrap',
    without: 'Sites are not isolated, and applications can neither be built nor run.',
  },
  { program: 'git', package: 'git', without: 'Repositories cannot be read, so nothing is published from them.' },
  { program: 'php', package: 'php-cli', without: 'WordPress runs on PHP compiled to WebAssembly, which is slower.' },
] as const;

/** Whether the machine has the programs that hosting uses. */
export const programs = (
  { sandbox }: Pick<Config, 'sandbox'>,
  has: (program: string) => Promise<boolean> = hasProgram,
): Check => ({
  about: 'Programs',
  async look() {
    const found = await Promise.all(
      PROGRAMS.map(async ({ program, package: name, without }): Promise<Finding> => {
        if (await has(program)) return right(`${program} is there.`);
        return notice(`${program} is missing. ${without}`, `Install the package ${name}, then restart the panel.`);
      }),
    );
    if (sandbox === 'off')
      found.push(
        wrong('SANDBOX=off: sites of customers run without isolation.', 'Remove SANDBOX, then restart the panel.'),
      );
    return found;
  },
});

/** The data folder: its room, and who can read the key of all secrets. */
export const dataFolder = ({
  dataDir,
  diskReserveMb = FREE_MB,
  secretKey,
}: Pick<Config, 'dataDir' | 'diskReserveMb' | 'secretKey'>): Check => ({
  about: 'Data folder',
  async look() {
    if (!existsSync(dataDir))
      return [
        notice(`${dataDir} does not exist yet.`, 'The first start creates it. If there was one, check DATA_DIR.'),
      ];
    const found: Finding[] = [];
    const writable = await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    found.push(
      writable
        ? right(`${dataDir} can be written.`)
        : wrong(`${dataDir} cannot be written by this user.`, 'Give the folder to the user that runs the panel.'),
    );
    const { freeBytes, totalInodes, freeInodes } = await diskOf(dataDir);
    const freeMb = Math.floor(freeBytes / MB);
    found.push(
      freeMb >= diskReserveMb
        ? right(`${freeMb} MB are free.`)
        : wrong(
            `${freeMb} MB are free, fewer than the ${diskReserveMb} MB that are kept as a reserve: nothing that grows is started.`,
            'Free some disk space, or move DATA_DIR to a larger disk.',
          ),
    );
    if (totalInodes > 0 && freeInodes < totalInodes / 100)
      found.push(
        wrong(
          'Fewer than 1 % of the inodes are free, so new files soon fail.',
          'Delete small files that nobody needs.',
        ),
      );
    const key = path.join(dataDir, 'secret.key');
    if (!secretKey && existsSync(key))
      found.push(
        ((await stat(key)).mode & 0o077) === 0
          ? right('The key of all secrets is readable by its owner only.')
          : wrong(`Other users of this machine can read ${key}.`, `chmod 600 ${key}`),
      );
    return found;
  },
});
