import type { Compilation, Compiler, Module } from 'webpack';

/** A module that a remote takes from the page. */
export type Consumed = { name: string; range: string; isSingleton: boolean; hasFallback: boolean };

/** webpack and Rspack describe such a module in the same words, but for the flags. */
const CONSUMED = /^consume shared module \([^)]{0,300}\) (@?[^@]{1,300})@(.{0,1000})/;
const FLAGS = / \((?:strict|singleton|eager|fallback)/;

/** webpack's text spoils ranges; Rspack has no options. `requiredVersion: false` allows any version. */
function rangeOf(module: Module, text: string): string {
  const { requiredVersion = text } = (module as { options?: { requiredVersion?: string | false } }).options ?? {};
  return requiredVersion || '*';
}

/** A range that a package manager replaces (`catalog:`), or none at all, allows any version. */
const isRange = (range: string): boolean => range !== '' && range !== '*' && !/^[a-z]+:/.test(range);

type Shared = Record<string, { singleton?: boolean } | string>;

/** Names that ModuleFederationPlugin shares as singletons. */
function singletons({ options }: Compiler): string[] {
  const shared = options.plugins.map(
    (plugin) => (plugin as { _options?: { shared?: Shared } } | null)?._options?.shared,
  );
  return shared.flatMap((each) =>
    Object.entries(each ?? {}).flatMap(([name, one]) => (typeof one === 'object' && one.singleton ? [name] : [])),
  );
}

/**
 * Shared modules that the modules of a compilation import, by webpack or Rspack. The range is that of all importers
 * together.
 */
export function consumedModules({ modules, requestShortener, compiler }: Compilation): Consumed[] {
  const single = singletons(compiler);
  const consumed = new Map<string, Consumed>();
  for (const module of modules) {
    const text = module.readableIdentifier(requestShortener);
    const [, name, described = ''] = CONSUMED.exec(text) ?? [];
    const [told = ''] = described.split(FLAGS, 1);
    if (name === undefined) continue;
    const ranges = [consumed.get(name)?.range ?? '*', rangeOf(module, told)].filter(isRange);
    consumed.set(name, {
      name,
      range: [...new Set(ranges)].join(' ') || '*',
      isSingleton: single.includes(name) || single.some((prefix) => prefix.endsWith('/') && name.startsWith(prefix)),
      hasFallback: text.includes(' (fallback: '),
    });
  }
  return [...consumed.values()];
}
