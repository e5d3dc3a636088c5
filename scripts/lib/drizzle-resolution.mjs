import { registerHooks } from 'node:module';

/*
 * For `node --import`. To learn the format of a module, Node parses its package.json anew, and that of drizzle-orm has
 * 179 KB and a hundred modules: half of the time that importing the server takes. All of them are ES modules.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    const isWithin = parentURL.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier);
    return isWithin && parentURL.endsWith('.js')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context);
  },
});
