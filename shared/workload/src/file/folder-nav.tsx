import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '@panel/core';
import { FolderTree } from '@panel/ui/rich';
import { folderListQuery, parentOfPath, shownName } from '@panel/resources/file';
import { draggedPaths, takeDragged } from './dragged-files.ts';

type Props = {
  id: string;
  folder: string;
  onOpen: (folder: string) => void;
  onMove: (paths: readonly string[], to: string) => void;
};

/** The folders of a path, from the top one. */
function above(folder: string): string[] {
  const all: string[] = [];
  for (let at = folder; at !== ''; at = parentOfPath(at)) all.unshift(at);
  return ['', ...all];
}

/** The tree of folders beside the list. Each folder loads when it is opened; what is dragged onto one is moved there. */
export function FolderNav({ id, folder, onOpen, onMove }: Props) {
  const cache = useQueryClient();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const paths = [...new Set([...above(folder), ...opened])];
  const results = useQueries({ queries: paths.map((path) => folderListQuery(id, path)) });
  const folders = new Map(
    paths.flatMap((path, index) => {
      const data = results[index]?.data;
      if (!data) return [];
      const names = data.entries.filter(({ exact }) => exact).map(({ name }) => name);
      return [[path, { names, more: data.total - data.entries.length }] as const];
    }),
  );
  return (
    <FolderTree
      label={t('Folders')}
      top={t('All files')}
      selected={folder}
      onOpen={onOpen}
      folders={folders}
      load={async (path) => {
        // What cannot be read has no folders to show.
        await cache.fetchQuery(folderListQuery(id, path)).catch(() => undefined);
        setOpened((before) => (before.includes(path) ? before : [...before, path]));
      }}
      shown={shownName}
      moreText={(count) => t('and {count, plural, one {# more folder} other {# more folders}}', { count })}
      onDropAt={(to, event) => {
        const dragged = draggedPaths(event.dataTransfer);
        if (dragged.length > 0) onMove(dragged, to);
      }}
      onDragFrom={(path, event) => takeDragged(event.dataTransfer, [path])}
    />
  );
}
