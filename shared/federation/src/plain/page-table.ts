/** The expose that the shell loads: `{ pages }`, as in RemoteModule of @panel/core. */
export const TABLE = './remote';

/**
 * Code for the end of a plain remote's entry. It adds the table of pages to the container: each page is a module that
 * the remote exposes under the page's id, and its component is the export `Component`, or the default export. On a page
 * that is not the panel's, scripts have no hashes to check.
 */
export const pageTable = (container: string, pages: readonly string[]): string => `
;((name, ids) => {
  const container = globalThis[name];
  const load = async (id) => {
    const module = (await container.get("./" + id))();
    return { Component: module.default, ...module };
  };
  const table = { pages: Object.fromEntries(ids.map((id) => [id, () => load(id)])) };
  globalThis.panelIntegrity ??= () => {};
  globalThis[name] = {
    init: container.init,
    get: (expose, ...more) =>
      expose === ${JSON.stringify(TABLE)} ? Promise.resolve(() => table) : container.get(expose, ...more),
  };
})(${JSON.stringify(container)}, ${JSON.stringify(pages)});
`;
