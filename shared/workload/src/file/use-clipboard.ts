import { useState } from 'react';
import { notify, t } from '@panel/core';
import { usePasteFiles } from '@panel/resources/file';

type Taken = { paths: readonly string[]; kind: 'copy' | 'cut' };

/** Files and folders that were copied or cut, until they are pasted. They stay while other folders are opened. */
export function useClipboard(id: string) {
  const [taken, setTaken] = useState<Taken | null>(null);
  const paste = usePasteFiles(id);
  return {
    taken,
    isPending: paste.isPending,
    error: paste.error,
    take(paths: readonly string[], kind: Taken['kind']) {
      if (paths.length === 0) return;
      paste.reset();
      setTaken({ paths, kind });
      const count = paths.length;
      const title =
        kind === 'copy'
          ? t('{count, plural, one {# entry} other {# entries}} copied', { count })
          : t('{count, plural, one {# entry} other {# entries}} cut', { count });
      notify({ kind: 'info', title, message: t('Open a folder and paste.') });
    },
    paste(folder: string) {
      if (taken === null || paste.isPending) return;
      // What was cut is gone from where it was; what was copied can be pasted again.
      paste.mutate({ ...taken, folder }, { onSuccess: () => taken.kind === 'cut' && setTaken(null) });
    },
    /** Moves what was dragged onto a folder. */
    move: (paths: readonly string[], folder: string) => paste.mutate({ paths, folder, kind: 'cut' }),
    clear: () => setTaken(null),
  };
}
