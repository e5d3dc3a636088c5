import { Tree as AntTree } from 'antd';
import { RichProvider } from './rich-provider.tsx';
import { useGroup } from './use-group.ts';

export type TreeNode = { key: string; label: string; children?: readonly TreeNode[]; disabled?: boolean };

export type TreeProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  nodes: readonly TreeNode[];
  /** If given, every node has a checkbox: the keys of the checked leaves, and of fully checked nodes. */
  checked?: readonly string[];
  onCheck?: (checked: string[]) => void;
  selected?: string | null;
  onSelect?: (selected: string | null) => void;
  /** Nodes that are initially open; by default all. */
  expanded?: readonly string[];
  /** Pixels; with it, only visible nodes are rendered. */
  height?: number;
};

type AntNode = { key: string; title: string; disabled?: boolean; children?: AntNode[] };
const toAnt = ({ key, label, disabled, children }: TreeNode): AntNode => ({
  key,
  title: label,
  disabled,
  children: children?.map(toAnt),
});

/** A hierarchy: the arrow keys move and open, Enter selects. */
export function Tree({ label, nodes, checked, onCheck, selected, onSelect, expanded, height }: TreeProps) {
  const { group } = useGroup(label);
  return (
    <RichProvider>
      <div {...group} className="p-rich">
        <AntTree
          treeData={nodes.map(toAnt)}
          checkable={checked !== undefined}
          checkedKeys={checked && [...checked]}
          onCheck={(keys) => onCheck?.((Array.isArray(keys) ? keys : keys.checked).map(String))}
          selectedKeys={selected ? [selected] : []}
          onSelect={([key]) => onSelect?.(key === undefined ? null : String(key))}
          selectable={onSelect !== undefined}
          defaultExpandAll={expanded === undefined}
          defaultExpandedKeys={expanded && [...expanded]}
          height={height}
          blockNode
        />
      </div>
    </RichProvider>
  );
}
