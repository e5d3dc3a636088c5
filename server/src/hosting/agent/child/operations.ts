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
  usage: async (root) => (await import('./operations/usage.ts')).usage(root),
  version: async (root) => (await import('./operations/version.ts')).version(root),
  text: async (root, input) => (await import('./operations/text.ts')).text(root, input),
  options: async (root, input) => (await import('./operations/options.ts')).options(root, input),
  debugLog: async (root) => (await import('./operations/debug-log.ts')).debugLog(root),
  folders: async (root, input) => (await import('./operations/folders.ts')).folders(root, input),
  listing: async (root, input) => (await import('./operations/listing.ts')).listing(root, input),
  hashes: async (root, input) => (await import('./operations/hashes.ts')).hashes(root, input),
  rules: async (root, input) => (await import('./operations/rules.ts')).rules(root, input),
  tables: async (root, input) => (await import('./operations/tables.ts')).tables(root, input),
  compareContent: async (root, input) => (await import('./operations/compare-content.ts')).compareContent(root, input),
  copy: async (...given) => (await import('./operations/copy.ts')).copy(...given),
  archive: async (root, input) => (await import('./operations/archive.ts')).archive(root, input),
  damage: async (...given) => (await import('./operations/damage.ts')).damage(...given),
  archiveListing: async (...given) => (await import('./operations/archive-listing.ts')).archiveListing(...given),
  archivePage: async (...given) => (await import('./operations/archive-page.ts')).archivePage(...given),
  putBack: async (...given) => (await import('./operations/put-back.ts')).putBack(...given),
  unpack: async (...given) => (await import('./operations/unpack.ts')).unpack(...given),
  download: async (...given) => (await import('./operations/download.ts')).download(...given),
  folderPage: async (root, input) => (await import('./operations/folder-page.ts')).folderPage(root, input),
  fileContent: async (root, input) => (await import('./operations/file-content.ts')).fileContent(root, input),
  fileChange: async (...given) => (await import('./operations/file-change.ts')).fileChange(...given),
  filePart: async (...given) => (await import('./operations/file-part.ts')).filePart(...given),
  searchFiles: async (root, input) => (await import('./operations/search-files.ts')).searchFiles(root, input),
  zipFiles: async (root, input) => (await import('./operations/zip-files.ts')).zipFiles(root, input),
  unzipFile: async (root, input) => (await import('./operations/unzip-file.ts')).unzipFile(root, input),
  extract: async (...given) => (await import('./operations/extract.ts')).extract(...given),
};
