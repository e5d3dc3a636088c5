import path from 'node:path';

/** The folder with `bin/node` in which the panel itself runs. */
export const OWN_NODE = path.resolve(process.execPath, '../..');
