import { useState, type DragEvent } from 'react';
import { Tree } from 'antd';
import { RichProvider } from './rich-provider.tsx';

/** Folders in a folder, and how many more there are. */
export type FolderChildren = { names: readonly string[]; more: number };
export type FolderTreeProps = {
  label: string;
  /** The name of the top folder, whose path is empty. */
  top: string;
  selected: string;
  onOpen: (path: string) => void;
  /** What was loaded of each folder, by its path. */
  folders: ReadonlyMap<string, FolderChildren>;
  /** Loads the folders in a folder. */
  load: (path: string) => Promise<unknown>;
  /** A name as it is shown. */
  shown: (name: string) => string;
  /** The text for folders that are left out. */
  moreText: (count: number) => string;
  /** Something was dragged onto a folder. */
  onDropAt?: (path: string, event: DragEvent) => void;
  /** A folder is dragged away. */
  onDragFrom?: (path: string, event: DragEvent) => void;
};

type Node = { key: string; title: string; isLeaf?: boolean; disabled?: boolean; children?: Node[] };

const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
/** The top folder has no path, and no key may be empty. No path begins with a slash. */
const keyOf = (path: string): string => `/${path}`;
const pathOf = (key: string): string => key.slice(1);

function nodesOf(path: string, { folders, shown, moreText }: FolderTreeProps): Node[] | undefined {
  const found = folders.get(path);
  if (!found) return undefined;
  const nodes = found.names.map((name): Node => {
    const at = below(path, name);
    const children = nodesOf(at, { folders, shown, moreText } as FolderTreeProps);
    const isEmpty = children?.length === 0;
    return { key: keyOf(at), title: shown(name), ...(isEmpty && { isLeaf: true }), ...(children && { children }) };
  });
  if (found.more > 0) nodes.push({ key: `more:${path}`, title: moreText(found.more), isLeaf: true, disabled: true });
  return nodes;
}

/** The folder itself and those above it. */
const wayTo = (path: string): string[] => {
  const parts = path === '' ? [] : path.split('/');
  return [keyOf(''), ...parts.map((_, index) => keyOf(parts.slice(0, index + 1).join('/')))];
};

function Title({
  path,
  title,
  onDropAt,
  onDragFrom,
}: Pick<FolderTreeProps, 'onDropAt' | 'onDragFrom'> & Record<'path' | 'title', string>) {
  const [isOver, setOver] = useState(false);
  return (
    <bdi
      className={isOver ? 'p-folder-name p-folder-over' : 'p-folder-name'}
      draggable={onDragFrom !== undefined && path !== ''}
      onDragStart={(event) => onDragFrom?.(path, event)}
      onDragOver={(event) => {
        if (!onDropAt) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        onDropAt?.(path, event);
      }}
    >
      {title}
    </bdi>
  );
}

/** Folders in each other, which load when they are opened. Arrow keys move, Enter opens. */
export function FolderTree(props: FolderTreeProps) {
  const { label, top, selected, onOpen, load, onDropAt, onDragFrom } = props;
  const [open, setOpen] = useState<readonly string[]>(() => wayTo(selected));
  const [way, setWay] = useState(selected);
  if (way !== selected) {
    setWay(selected);
    setOpen((before) => [...new Set([...before, ...wayTo(selected)])]);
  }
  const children = nodesOf('', props);
  return (
    <RichProvider>
      <div className="p-rich p-file-tree">
        <Tree<Node>
          aria-label={label}
          treeData={[{ key: keyOf(''), title: top, ...(children && { children }) }]}
          blockNode
          motion={false}
          expandedKeys={[...open]}
          selectedKeys={[keyOf(selected)]}
          loadData={({ key }) => load(pathOf(String(key))).then(() => undefined)}
          titleRender={({ key, title, disabled }) =>
            disabled ? title : <Title path={pathOf(key)} title={title} onDropAt={onDropAt} onDragFrom={onDragFrom} />
          }
          onExpand={(keys) => setOpen(keys.map(String))}
          onSelect={(_, { node }) => onOpen(pathOf(node.key))}
        />
      </div>
    </RichProvider>
  );
}
