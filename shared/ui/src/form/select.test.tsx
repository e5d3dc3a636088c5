import { screen, within } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

const nothing = () => undefined;

test('a single choice that is made is text with its label', () => {
  renderInUi(
    <Field label="PHP version">
      <Select options={[{ value: '8.2', label: 'PHP 8.2' }]} value="8.2" onChange={nothing} />
    </Field>,
  );
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByLabelText('PHP version')).toHaveTextContent('PHP 8.2');
});

test('a single choice beside none, or that is not made yet, can be chosen', () => {
  const options = [{ value: 'a', label: 'A' }] as const;
  renderInUi(
    <>
      <Select aria-label="Filter" placeholder="All" options={options} value="a" onChange={nothing} />
      <Select aria-label="Open" options={options} value="" onChange={nothing} />
    </>,
  );
  expect(screen.getByRole('combobox', { name: 'Filter' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Open' })).toBeVisible();
});

test('options are grouped under headings', () => {
  renderInUi(
    <Select
      aria-label="Status"
      placeholder="All statuses"
      options={[
        { value: 'ready', label: 'Ready' },
        { value: 'pending', label: 'Pending', group: 'In progress' },
        { value: 'moving', label: 'Deleting', group: 'In progress' },
      ]}
      value=""
      onChange={nothing}
    />,
  );
  const group = within(screen.getByRole('group', { name: 'In progress' }));
  expect(group.getAllByRole('option').map((option) => option.textContent)).toEqual(['Pending', 'Deleting']);
});
