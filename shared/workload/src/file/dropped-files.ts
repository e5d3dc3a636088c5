import type { ChosenFile } from '@panel/resources/file';

/** Files of one drop. More are better packed into a zip, which is unpacked here. */
export const MOST_FILES = 2000;

const read = (folder: FileSystemDirectoryEntry): (() => Promise<FileSystemEntry[]>) => {
  const reader = folder.createReader();
  return () => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
};
const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

async function collect(entry: FileSystemEntry, path: string, found: ChosenFile[]): Promise<void> {
  if (found.length > MOST_FILES) return;
  if (entry.isFile) return void found.push({ file: await fileOf(entry as FileSystemFileEntry), path });
  const more = read(entry as FileSystemDirectoryEntry);
  // Browsers give a hundred entries at a time.
  for (let entries = await more(); entries.length > 0; entries = await more())
    for (const inner of entries) await collect(inner, `${path}/${inner.name}`, found);
}

/** Files that were dropped, those of folders with their paths. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  // Only while the event is handled; afterwards the list is empty.
  const entries = [...(data.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...data.files].map((file) => ({ file, path: file.name }));
  const found: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, entry.name, found);
  return found;
}

/** Files of an input, those of a chosen folder with their paths. */
export const chosenFiles = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
