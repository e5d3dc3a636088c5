import * as tar from 'tar';

/**
 * Unpacks an archive of our own or one that was checked, whole or not at all: by itself tar only warns of a file that could not be
 * written, as on a full disk, and the rest looks complete. Paths made relative and links made harmless are no fault.
 * @throws the first fault, with the system's code where it has one
 */
export async function unpack(
  options: Pick<tar.TarOptionsWithAliasesAsyncFile, 'file' | 'cwd' | 'strip' | 'filter'> & { file: string },
): Promise<void> {
  const faults: Error[] = [];
  const onwarn = (kind: string, text: string, details: unknown) => {
    if (kind !== 'TAR_ENTRY_INFO') faults.push(details instanceof Error ? details : new Error(`${kind}: ${text}`));
  };
  await tar.extract({ ...options, onwarn });
  if (faults[0]) throw faults[0];
}
