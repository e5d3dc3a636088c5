import { t } from '@panel/core';
import { Button, Inline } from '@panel/ui';
import { shownName } from '@panel/resources/file';

type Props = { folder: string; onOpen: (folder: string) => void };

/** The way from the document root to the open folder. */
export function FolderTrail({ folder, onOpen }: Props) {
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <nav aria-label={t('Folders')}>
      <Inline gap={1}>
        <Button kind="text" size="s" icon="server" onClick={() => onOpen('')}>
          {t('All files')}
        </Button>
        {parts.map((name, index) => {
          const path = parts.slice(0, index + 1).join('/');
          return (
            <Button key={path} kind="text" size="s" icon="chevron-right" onClick={() => onOpen(path)}>
              <bdi>{shownName(name)}</bdi>
            </Button>
          );
        })}
      </Inline>
    </nav>
  );
}
