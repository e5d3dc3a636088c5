import { useState } from 'react';
import { screen, within } from '@testing-library/react';
import { Field } from '../index.ts';
import { AutoComplete, ColorPicker, Transfer, Tree, type TreeNode } from '../rich.ts';
import { renderInUi } from '../testing/in-ui.tsx';

const SITES = ['blog', 'forum', 'shop'].map((key) => ({ key, label: `${key}.example` }));
const FOLDERS: TreeNode[] = [
  {
    key: 'wp',
    label: 'wp-content',
    children: [
      { key: 'plugins', label: 'plugins' },
      { key: 'themes', label: 'themes' },
    ],
  },
];

function Chosen() {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <Field label="Sites">
      <Transfer items={SITES} chosen={chosen} onChange={setChosen} />
      <output>{chosen.join(',')}</output>
    </Field>
  );
}

function Folders({ boxes }: { boxes: boolean }) {
  const [checked, setChecked] = useState<string[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const input = boxes ? { checked, onCheck: setChecked } : { selected, onSelect: setSelected };
  return (
    <>
      <Tree label="Folders" nodes={FOLDERS} {...input} />
      <output>{boxes ? checked.join(',') : selected}</output>
    </>
  );
}

function Colour() {
  const [value, setValue] = useState('#1f4fd8');
  return (
    <Field label="Accent">
      <ColorPicker value={value} onChange={setValue} />
    </Field>
  );
}

function Town() {
  const [value, setValue] = useState('');
  return (
    <Field label="Town" error="Unknown.">
      <AutoComplete value={value} onChange={setValue} suggestions={['Berlin', 'Bern', 'Oslo']} />
    </Field>
  );
}

test('a named button moves checked entries to the other side', async () => {
  const { user } = renderInUi(<Chosen />);
  const group = screen.getByRole('group', { name: 'Sites' });
  await user.click(within(group).getByRole('checkbox', { name: 'shop.example' }));
  await user.click(screen.getByRole('button', { name: 'Move to Chosen' }));
  expect(screen.getByText('shop', { selector: 'output' })).toBeVisible();
});

test.each([
  [true, 'themes'],
  [false, 'themes'],
])('the arrow keys move in a tree, and Enter selects (with checkboxes: %s)', async (boxes, chosen) => {
  const { user } = renderInUi(<Folders boxes={boxes} />);
  expect(screen.getByRole('group', { name: 'Folders' })).toBeVisible();
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByText(chosen, { selector: 'output' })).toBeVisible();
});

test('a colour is typed in the palette that its button opens', async () => {
  const { user } = renderInUi(<Colour />);
  await user.tab();
  expect(screen.getByRole('button', { name: /Accent|#1F4FD8/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  const hex = await screen.findByRole('textbox');
  await user.clear(hex);
  await user.type(hex, '00aa88{Enter}');
  expect(screen.getByText('#00AA88')).toBeVisible();
});

test('a suggestion is accepted, and other text is kept', async () => {
  const { user } = renderInUi(<Town />);
  const input = screen.getByRole('combobox', { name: 'Town' });
  expect(input).toHaveAccessibleDescription('Unknown.');
  await user.type(input, 'ber');
  await user.click(screen.getByText('Bern', { selector: 'div' }));
  expect(input).toHaveValue('Bern');
  await user.type(input, 'au');
  expect(input).toHaveValue('Bernau');
});
