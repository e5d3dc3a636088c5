import { useMemo, useState, type ReactNode } from 'react';
import { Tree } from 'antd';
import { RichProvider } from './rich-provider.tsx';

export type FileTreeItem = {
  /** With slashes; folders are made of it. */
  path: string;
  /** Beside its name, e.g. that it has changed. */
  mark?: ReactNode;
  disabled?: boolean;
};
export type FileTreeProps = {
  label: string;
  items: readonly FileTreeItem[];
  selected: string | null;
  onOpen: (path: string) => void;
};

type Node = { key: string; title: ReactNode; isLeaf: boolean; disabled?: boolean | undefined; children?: Node[] };

/** A key of a folder, which no file has. */
const folderKey = (path: string): string => `${path}/`;

function nodesOf(items: readonly FileTreeItem[]): Node[] {
  const top: Node[] = [];
  const folders = new Map<string, Node[]>([['', top]]);
  const folderOf = (path: string): Node[] => {
    const known = folders.get(path);
    if (known) return known;
    const at = path.lastIndexOf('/');
    const children: Node[] = [];
    folders.set(path, children);
    folderOf(path.slice(0, Math.max(at, 0))).push({
      ...{ key: folderKey(path), title: path.slice(at + 1), isLeaf: false, children },
    });
    return children;
  };
  for (const { path, mark, disabled } of items) {
    const at = path.lastIndexOf('/');
    const title = (
      <span className="p-file-tree-name">
        {path.slice(at + 1)}
        {mark && <span className="p-file-tree-mark">{mark}</span>}
      </span>
    );
    folderOf(path.slice(0, Math.max(at, 0))).push({ key: path, title, isLeaf: true, disabled });
  }
  // Folders first, each by the order of the items.
  const sort = (nodes: Node[]): Node[] => {
    nodes.sort((a, b) => Number(a.isLeaf) - Number(b.isLeaf));
    for (const { children } of nodes) if (children) sort(children);
    return nodes;
  };
  return sort(top);
}

/** Folders above a path. */
const above = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => folderKey(parts.slice(0, index + 1).join('/')));
};

const HEIGHT = 480;

/** Files in their folders. Arrow keys move, Enter opens; only what is seen is rendered. */
export function FileTree({ label, items, selected, onOpen }: FileTreeProps) {
  const nodes = useMemo(() => nodesOf(items), [items]);
  const [open, setOpen] = useState<readonly string[]>(() => (selected === null ? [] : above(selected)));
  const toggle = (key: string) =>
    setOpen((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]));
  return (
    <RichProvider>
      <div className="p-rich p-file-tree">
        <Tree
          aria-label={label}
          treeData={nodes}
          blockNode
          height={HEIGHT}
          motion={false}
          expandedKeys={[...open]}
          selectedKeys={selected === null ? [] : [selected]}
          onExpand={(keys) => setOpen(keys.map(String))}
          onSelect={(_, { node }) => (node.isLeaf ? onOpen(node.key) : toggle(node.key))}
        />
      </div>
    </RichProvider>
  );
}
