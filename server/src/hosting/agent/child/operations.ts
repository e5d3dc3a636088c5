import type { Inputs, Operation, Outputs } from '../protocol.ts';
import type { Folder } from './site-files.ts';
import type { Surroundings } from './surroundings.ts';

type Implementation<O extends Operation> = (
  root: Folder,
  input: Inputs[O],
  surroundings: Surroundings,
) => Outputs[O] | Promise<Outputs[O]>;

/** One file per operation, loaded on demand: a run needs one or two of them, and loading takes as long as starting Node. */
export const OPERATIONS: { [O in Operation]: Implementation<O> } = {
  usage: async (...given) => (await import('./operations/usage.ts')).usage(...given),
  version: async (...given) => (await import('./operations/version.ts')).version(...given),
  text: async (...given) => (await import('./operations/text.ts')).text(...given),
  options: async (...given) => (await import('./operations/options.ts')).options(...given),
  debugLog: async (...given) => (await import('./operations/debug-log.ts')).debugLog(...given),
  folders: async (...given) => (await import('./operations/folders.ts')).folders(...given),
  listing: async (...given) => (await import('./operations/listing.ts')).listing(...given),
  hashes: async (...given) => (await import('./operations/hashes.ts')).hashes(...given),
  rules: async (...given) => (await import('./operations/rules.ts')).rules(...given),
  tables: async (...given) => (await import('./operations/tables.ts')).tables(...given),
  copy: async (...given) => (await import('./operations/copy.ts')).copy(...given),
  archive: async (root, input) => (await import('./operations/archive.ts')).archive(root, input),
  damage: async (...given) => (await import('./operations/damage.ts')).damage(...given),
  unpack: async (...given) => (await import('./operations/unpack.ts')).unpack(...given),
  download: async (...given) => (await import('./operations/download.ts')).download(...given),
  folderPage: async (...given) => (await import('./operations/folder-page.ts')).folderPage(...given),
  fileContent: async (...given) => (await import('./operations/file-content.ts')).fileContent(...given),
  fileChange: async (...given) => (await import('./operations/file-change.ts')).fileChange(...given),
  extract: async (...given) => (await import('./operations/extract.ts')).extract(...given),
};
