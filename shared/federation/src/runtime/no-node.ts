/*
 * Stands in for the part of the federation SDK that loads scripts in Node. A browser never runs it, but the runtime
 * names it, and it would travel with the shell.
 */
const refuse = (): never => {
  throw new Error('Scripts are loaded by the browser.');
};
export const createScriptNode = refuse;
export const loadScriptNode = refuse;
