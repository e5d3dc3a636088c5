/** Makes a folder in memory for the temporary files of a test run; null where there is none. */
export function openMemoryFolder(options?: {
  folder?: string;
  freeBytes?: (folder: string) => number;
}): { path: string; remove: () => void } | null;
