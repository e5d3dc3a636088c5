import { Button, Checkbox, Transfer as AntTransfer } from 'antd';
import { Icon } from '../parts/icon.tsx';
import { RichProvider } from './rich-provider.tsx';
import { useGroup } from './use-group.ts';

export type TransferItem = { key: string; label: string; disabled?: boolean };

export type TransferProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  items: readonly TransferItem[];
  /** Keys of the entries on the right. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Names of the two lists. */
  titles?: readonly [left: string, right: string];
  disabled?: boolean;
};

/** Some of many: two searchable lists, with buttons that move checked entries from one to the other. */
export function Transfer({
  label,
  items,
  chosen,
  onChange,
  titles = ['Available', 'Chosen'],
  disabled,
}: TransferProps) {
  const { group, status } = useGroup(label);
  return (
    <RichProvider>
      <div {...group} className="p-rich p-rich-transfer">
        <AntTransfer
          dataSource={items.map((item) => ({ ...item, title: item.label }))}
          targetKeys={[...chosen]}
          onChange={(keys) => onChange(keys.map(String))}
          titles={[...titles]}
          actions={[
            <Button
              key="right"
              size="small"
              aria-label={`Move to ${titles[1]}`}
              icon={<Icon name="chevron-right" size={14} />}
            />,
            <Button
              key="left"
              size="small"
              aria-label={`Move to ${titles[0]}`}
              icon={<Icon name="chevron-left" size={14} />}
            />,
          ]}
          showSearch={{ placeholder: 'Search' }}
          filterOption={(text, item) => item.label.toLowerCase().includes(text.toLowerCase())}
          showSelectAll={false}
          status={status}
          disabled={disabled}
        >
          {/* antd's own list has checkboxes without names. */}
          {({ filteredItems, selectedKeys, onItemSelect, disabled: off }) => (
            <ul className="p-rich-list">
              {filteredItems.map((item) => (
                <li key={item.key}>
                  <Checkbox
                    checked={selectedKeys.includes(item.key)}
                    onChange={({ target }) => onItemSelect(item.key, target.checked)}
                    disabled={off || item.disabled}
                  >
                    {item.label}
                  </Checkbox>
                </li>
              ))}
            </ul>
          )}
        </AntTransfer>
      </div>
    </RichProvider>
  );
}
