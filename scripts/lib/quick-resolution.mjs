import { registerHooks } from 'node:module';

/*
 * For `node --import`. To learn a module's place and format, Node looks at the file system and parses the package.json
 * of its package anew for each import: that of drizzle-orm has 179 KB, a hundred modules, and an import in every fifth
 * of our five hundred sources. A relative import with an ending needs neither: sources and drizzle-orm are ES modules.
 * The sources of one package get the same module for the same name.
 */
const isSource = (url) => url.endsWith('.ts') && !url.includes('/node_modules/');
const isDrizzle = (url) => url.endsWith('.js') && url.includes('/node_modules/drizzle-orm/');
const isPackage = (specifier) => /^[@a-z]/.test(specifier) && !specifier.startsWith('node:');

/** Of a source: where its package begins. */
const packageOf = (url) => url.replace(/\/(?:src|test|testing)\/.*$/, '');

const found = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (/^\.\.?\//.test(specifier)) {
      if (specifier.endsWith('.ts') && isSource(parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      if (specifier.endsWith('.js') && isDrizzle(parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!isPackage(specifier) || !isSource(parentURL)) return nextResolve(specifier, context);
    const key = [specifier, packageOf(parentURL), ...context.conditions].join(' ');
    const known = found.get(key) ?? nextResolve(specifier, context);
    found.set(key, known);
    return { ...known, shortCircuit: true };
  },
});
