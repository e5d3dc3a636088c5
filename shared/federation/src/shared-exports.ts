import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compilation, Dependency, Module } from 'webpack';
import { BuildError } from './build-error.ts';
import type { Package } from './packages.ts';

/** Share key → names. */
type Names = Record<string, string[]>;

/** Imported as a whole module, so the used names are unknown. */
const WHOLE = '*';

const shareKeyOf = (module: Module): string | null => {
  const key = (module as { options?: { shareKey?: unknown } }).options?.shareKey;
  return module.type === 'consume-shared-module' && typeof key === 'string' ? key : null;
};

/** The names that a harmony import or re-export uses; other kinds of import use the whole module. */
function namesOf(dependency: Dependency, compilation: Compilation): string[] {
  const { getIds } = dependency as { getIds?: (graph: Compilation['moduleGraph']) => string[] };
  if (dependency.category === 'esm' && !getIds) return [];
  const [name] = getIds?.call(dependency, compilation.moduleGraph) ?? [];
  return [name ?? WHOLE];
}

/**
 * What a build uses of each shared module, after tree shaking: the names, sorted, and `*` where a module is used as a
 * whole. Unused shared modules are not listed.
 */
export function usedExports(compilation: Compilation): Names {
  const used = new Map<string, Set<string>>();
  for (const module of compilation.modules) {
    for (const connection of compilation.moduleGraph.getOutgoingConnections(module)) {
      const key = connection.module && shareKeyOf(connection.module);
      if (!key || !connection.dependency || !connection.isTargetActive(undefined)) continue;
      const names = used.get(key) ?? new Set();
      used.set(key, names);
      for (const name of namesOf(connection.dependency, compilation)) names.add(name);
    }
  }
  return Object.fromEntries(
    [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, names]) => [key, [...names].sort()]),
  );
}

/**
 * A facade must be imported by names, otherwise its fit cannot be checked. A library can be imported as a whole: its
 * version determines its content.
 * @throws BuildError that names the facade
 */
export function byName(id: string, used: Names): Names {
  const whole = Object.keys(used).filter((name) => used[name]?.includes(WHOLE) && name.startsWith('@panel/'));
  if (whole.length > 0)
    throw new BuildError(
      `${id} imports ${whole.join(' and ')} as a whole. Import what you need by name, e.g. import { Page } from '@panel/ui'.`,
    );
  return Object.fromEntries(
    Object.entries(used).map(([name, names]) => [name, names.filter((each) => each !== WHOLE)]),
  );
}

/** CommonJS libraries fill their exports at run time: Node knows them, webpack does not. */
function exportsAtRuntime(of: Package, request: string): string[] {
  const loaded: unknown = createRequire(join(of.folder, 'package.json'))(request);
  return Object.keys(loaded as object).filter((name) => !name.startsWith('__'));
}

/**
 * What a module offers, by name. Anything but an ES module is its own default export: that is what
 * `import React from 'react'` takes.
 */
function exportsOf(
  of: Package,
  request: string,
  module: Module | undefined,
  graph: Compilation['moduleGraph'],
): string[] {
  const known = module && graph.getProvidedExports(module);
  const names = Array.isArray(known) ? known : exportsAtRuntime(of, request);
  return module?.getExportsType(graph, false) === 'namespace' ? names : ['default', ...names];
}

/** What a shell offers under each shared name, sorted. */
export function providedExports(of: Package, compilation: Compilation, shared: readonly string[]): Names {
  const provided: Names = {};
  for (const module of compilation.modules) {
    const name = (module as { _name?: unknown })._name;
    if (module.type !== 'provide-module' || typeof name !== 'string' || !shared.includes(name)) continue;
    const [first] = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
    const inner = first && compilation.moduleGraph.getModule(first);
    provided[name] = [...new Set(exportsOf(of, name, inner ?? undefined, compilation.moduleGraph))].sort();
  }
  return provided;
}
