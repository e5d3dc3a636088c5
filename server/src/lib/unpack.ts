import * as tar from 'tar';

/**
 * Unpacks a trusted or verified archive, whole or not at all: by default tar only warns of a file that could not be
 * written, as on a full disk. Normalised paths and defused links are not errors.
 * @throws the first error, with the system's code if it has one
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
