/** The packages of the repository, which of them may import which, and the advice when one must not. */

/**
 * A ban on modules, with the alternative. `packages` are npm names (`x/*` for a whole scope); with `names`, only
 * those exports are banned.
 */
export type Ban = { id: string; packages: readonly string[]; message: string; names?: readonly string[] };

const LAYERS: Record<string, string> = {
  contract:
    'contract is the bottom layer: it imports valibot and oRPC only, and React Router in routing.ts. Move what you need down into shared/contract, or do it a layer above.',
  brand: 'brand imports only contract: names and colours of a partner, for server and browser.',
  frame:
    'frame imports only contract and brand: it runs on the server and in the browser. Pass in what needs a component or a session.',
  core: 'core imports only contract and brand (contract ← brand ← frame ← core ← ui ← shell and remotes). Put components into shared/ui, data into shared/contract.',
  resources:
    'resources imports only core and contract: queries, mutations and what is possible. Put components into shared/ui or the page.',
  ui: 'ui imports only core and the layers below it. Let the shell or the remote pass it in as a property.',
  workload:
    'workload imports resources, ui and the layers below them: parts of pages that several remotes share. What one remote alone shows belongs into it.',
  remote:
    'A remote imports no other remote, not the shell and not the server: each is built and released alone. Meet through the manifest (routes, menu), a link, or the contract.',
  shell:
    'The shell knows remotes only through the registry; it imports none, nor the server. Declare it in the manifest of the remote, or move it to shared/ui.',
  server: 'The server shares contract, brand and frame with the browser and nothing else. Move what both need there.',
  federation: 'The build tools import only contract. Read what you need from the manifest.',
  cli: 'The command line imports the contract only while its commands are written (shared/cli/scripts): it has to start quickly, and is packed alone.',
  e2e: 'Browser tests use the product from outside. Go through the page, or through @panel/server/testing.',
};

const ALL = [
  '@panel/contract',
  '@panel/brand',
  '@panel/frame',
  '@panel/core',
  '@panel/resources',
  '@panel/ui',
  '@panel/workload',
  '@panel/federation',
  '@panel/cli',
  '@panel/shell',
  '@panel/server',
  '@panel/mf-*',
  '@panel/e2e',
];

/** Bans the packages of the repository that a layer must not import; `allowed` are names without their scope. */
export const layer = (id: string, allowed: readonly string[]): Ban => ({
  id: `layer-${id}`,
  packages: ALL.filter((name) => !allowed.some((own) => name === `@panel/${own}`)),
  message: LAYERS[id] ?? '',
});

const AGENT =
  'The panel never reads what hosted code can write. Ask the site agent (`agent.ask` of server/src/hosting/agent): add an operation to its protocol and a file in agent/child/operations.';
export const SQLITE: Ban = { id: 'sqlite-in-agent', packages: ['node:sqlite', 'sqlite'], message: AGENT };
export const READS: Ban = {
  id: 'site-files-in-agent',
  packages: ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'],
  names: [
    'default',
    ...[
      'open',
      'read',
      'readFile',
      'readdir',
      'readlink',
      'realpath',
      'opendir',
      'stat',
      'cp',
      'copyFile',
      'glob',
    ].flatMap((name) => [name, `${name}Sync`]),
    'createReadStream',
    'watch',
    'watchFile',
  ],
  message: `${AGENT} Files of the panel's own are read by hosting/local/panel-files.ts.`,
};
