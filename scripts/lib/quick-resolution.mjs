import { registerHooks } from 'node:module';

/*
 * For `node --import`. To learn a module's place and format, Node looks at the file system and parses the package.json
 * above it anew for each module: that of drizzle-orm has 179 KB and a hundred modules, and the sources have five
 * hundred. A relative import with an ending needs neither: sources and drizzle-orm are ES modules.
 */
const isSource = (url) => url.endsWith('.ts') && !url.includes('/node_modules/');
const isDrizzle = (url) => url.endsWith('.js') && url.includes('/node_modules/drizzle-orm/');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    if (/^\.\.?\//.test(specifier)) {
      if (specifier.endsWith('.ts') && isSource(parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      if (specifier.endsWith('.js') && isDrizzle(parentURL))
        return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    return nextResolve(specifier, context);
  },
});
