#!/usr/bin/env node
import { resolve } from 'node:path';
import { PlainError, UsageError } from '../plain-error.ts';
import type { Context } from './context.ts';
import { newRemote } from './new-remote.ts';
import { nodeProblem } from './node-version.ts';
import { registryCommand, REGISTRY_USAGE } from './registry-command.ts';
import { publishCommand, releaseCommand, RELEASE_OPTIONS } from './release-command.ts';
import { run } from './run.ts';

const USAGE = `panel-remote new <name>            writes the files of a new remote into mf-<name>
panel-remote check                 checks the declaration of the remote in this folder
panel-remote build                 builds it into dist
panel-remote dev --against <URL>   shows it from its sources in a running panel that allows it; REMOTE_PORT (3001) is its port
panel-remote release [options]     builds, signs and uploads it
panel-remote release enroll <code> [file]  adds the key of your team to the panel, with the code of an invitation
panel-remote release keygen [file] makes a key, and prints the public one
panel-remote publish <dist> [options]   signs and uploads a build of webpack or Rspack with PanelRemotePlugin
panel-remote registry <action> …   what partners run, and changing it

release, publish
${RELEASE_OPTIONS}

registry
${REGISTRY_USAGE}`;

const env = process.env;
const context: Context = {
  env,
  dataDir: env['DATA_DIR'] ? resolve(env['DATA_DIR']) : null,
  here: process.cwd(),
  registry: 'npx panel-remote registry',
  defaultPanel: 'http://localhost:8099',
  say: (line) => console.log(line),
};

/** The remote in the current folder. The build is loaded only for commands that need it. */
async function here(words: readonly string[]) {
  if (words.length > 0)
    throw new UsageError(`"${words[0]}" is an unexpected argument: the remote is the one in this folder.`);
  const { packageIn } = await import('../declaration.ts');
  return packageIn(context.here);
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

async function check(words: readonly string[]): Promise<void> {
  const target = await here(words);
  const { readDeclaration } = await import('../declaration.ts');
  const { manifest, pages } = await readDeclaration(target);
  const parts = [
    counted(manifest.routes.length, 'route'),
    counted(manifest.menu.length, 'menu entry', 'menu entries'),
    counted(manifest.slots.length, 'part for slots', 'parts for slots'),
    counted(pages.length, 'file'),
  ];
  context.say(`${target.id} has a valid declaration: ${parts.join(', ')}.`);
}

async function build(words: readonly string[]): Promise<void> {
  const target = await here(words);
  const { buildPackage } = await import('../build-package.ts');
  const started = performance.now();
  const { version } = await buildPackage(target);
  context.say(`${target.id} ${version} built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

const commands: Record<string, (words: readonly string[]) => Promise<void>> = {
  check,
  build,
  new: async ([name, ...more]) => {
    if (more.length > 0) throw new UsageError(`"${more[0]}" is an unexpected argument.`);
    const folder = newRemote(name, context.here);
    context.say(
      `Written: ${folder}\nNext, in that folder: npm install (with the .tgz files of the panel's packages behind it, unless your registry has them), npm test, npm run check`,
    );
  },
  dev: async (words) => {
    const { devCommand } = await import('./dev-command.ts');
    await devCommand(words, context, here);
  },
  release: (words) => releaseCommand(words, context, here),
  publish: (words) => publishCommand(words, context),
  registry: (words) => registryCommand(words, context),
};

const [name = '', ...words] = process.argv.slice(2);
if (name === '--help' || words.includes('--help')) console.log(USAGE);
else {
  await run(async () => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    const tooOld = nodeProblem(process.versions.node);
    if (tooOld) throw new PlainError(tooOld);
    if (!command) throw new UsageError(name ? `There is no "${name}".` : 'No command given.');
    await command(words);
  }, USAGE);
}
