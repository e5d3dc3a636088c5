import { useState } from 'react';
import { screen } from '@testing-library/react';
import { Field, formatDate } from '../index.ts';
import { DateRangePicker, type DateRange, type DateRangePickerProps } from '../rich.ts';
import { renderInUi } from '../testing/in-ui.tsx';

type Given = Pick<DateRangePickerProps, 'precision' | 'min'> & { error?: string };

function Period({ error, ...limits }: Given) {
  const [value, setValue] = useState<DateRange>([null, null]);
  return (
    <Field label="Period" error={error}>
      <DateRangePicker
        value={value}
        onChange={setValue}
        presets={[{ label: 'November', value: ['2026-11-01', '2026-11-30'] }]}
        {...limits}
      />
      <output>{value.join(' – ')}</output>
    </Field>
  );
}

/** Types both ends; Enter accepts each. */
async function typed(given: Given, from: string, to: string) {
  const { user } = renderInUi(<Period {...given} />);
  await user.type(screen.getByRole('textbox', { name: 'Start date' }), `${from}{Enter}`);
  await user.type(screen.getByRole('textbox', { name: 'End date' }), `${to}{Enter}`);
  return user;
}

test('a period has two named ends, typed in the panel’s format or from a preset', async () => {
  const day = (date: string) => formatDate(date, { withTime: false });
  const user = await typed({}, day('2026-11-03'), day('2026-11-05'));
  expect(screen.getByRole('group', { name: 'Period' })).toBeVisible();
  expect(screen.getByText('2026-11-03 – 2026-11-05')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Start date' })).toHaveValue('Nov 03, 2026');
  await user.click(await screen.findByText('November'));
  expect(screen.getByText('2026-11-01 – 2026-11-30')).toBeVisible();
});

test('a day before the minimum is rejected', async () => {
  await typed({ min: '2026-11-02' }, 'Nov 01, 2026', 'Nov 05, 2026');
  expect(screen.queryByText(/2026-11-01/)).toBeNull();
});

test('with the precision minute, the values include the time', async () => {
  await typed({ precision: 'minute' }, 'Nov 22, 2026 02:30 PM', 'Nov 23, 2026 02:30 PM');
  expect(screen.getByText('2026-11-22T14:30 – 2026-11-23T14:30')).toBeVisible();
});

test('an error of its field is linked to the group', () => {
  renderInUi(<Period error="Choose a later day." />);
  expect(screen.getByRole('group', { name: 'Period' })).toHaveAccessibleDescription('Choose a later day.');
});
