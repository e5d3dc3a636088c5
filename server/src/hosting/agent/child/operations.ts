import type { Inputs, Operation, Outputs } from '../protocol.ts';
import { debugLog } from './operations/debug-log.ts';
import { fileContent } from './operations/file-content.ts';
import { folderPage } from './operations/folder-page.ts';
import { folders } from './operations/folders.ts';
import { hashes } from './operations/hashes.ts';
import { listing } from './operations/listing.ts';
import { options } from './operations/options.ts';
import { rules } from './operations/rules.ts';
import { tables } from './operations/tables.ts';
import { text } from './operations/text.ts';
import { usage } from './operations/usage.ts';
import { version } from './operations/version.ts';
import type { Folder } from './site-files.ts';
import type { Surroundings } from './surroundings.ts';

type Implementation<O extends Operation> = (
  root: Folder,
  input: Inputs[O],
  surroundings: Surroundings,
) => Outputs[O] | Promise<Outputs[O]>;

/** One file per operation. Operations that need a library are loaded on demand, because most runs need none. */
export const OPERATIONS: { [O in Operation]: Implementation<O> } = {
  usage,
  version,
  text,
  options,
  debugLog,
  folders,
  listing,
  hashes,
  rules,
  tables,
  copy: async (...given) => (await import('./operations/copy.ts')).copy(...given),
  archive: async (root, input) => (await import('./operations/archive.ts')).archive(root, input),
  damage: async (...given) => (await import('./operations/damage.ts')).damage(...given),
  unpack: async (...given) => (await import('./operations/unpack.ts')).unpack(...given),
  download: async (...given) => (await import('./operations/download.ts')).download(...given),
  folderPage,
  fileContent,
  fileChange: async (...given) => (await import('./operations/file-change.ts')).fileChange(...given),
  extract: async (...given) => (await import('./operations/extract.ts')).extract(...given),
};
