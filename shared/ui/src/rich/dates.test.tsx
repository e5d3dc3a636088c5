import { useState } from 'react';
import { screen } from '@testing-library/react';
import { Field, formatDate } from '../index.ts';
import { DatePicker, DateRangePicker, type DateRange } from '../rich.ts';
import { renderInUi } from '../testing/in-ui.tsx';

function OneDate({ precision, error }: { precision?: 'minute'; error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <Field label="Due" error={error}>
      <DatePicker
        value={value}
        onChange={setValue}
        precision={precision}
        min="2026-11-02"
        presets={[{ label: 'First of December', value: '2026-12-01' }]}
      />
      <output>{value ?? 'none'}</output>
    </Field>
  );
}

function Period() {
  const [value, setValue] = useState<DateRange>([null, null]);
  return (
    <Field label="Period">
      <DateRangePicker
        value={value}
        onChange={setValue}
        presets={[{ label: 'November', value: ['2026-11-01', '2026-11-30'] }]}
      />
      <output>{value.join(' – ')}</output>
    </Field>
  );
}

test('a date is typed in the panel’s format, and Enter accepts it', async () => {
  const { user } = renderInUi(<OneDate />);
  const input = screen.getByRole('textbox', { name: 'Due' });
  await user.type(input, `${formatDate('2026-11-22', { withTime: false })}{Enter}`);
  expect(screen.getByText('2026-11-22')).toBeVisible();
  expect(input).toHaveValue('Nov 22, 2026');
});

test('a day before the minimum is rejected, and a preset is accepted', async () => {
  const { user } = renderInUi(<OneDate />);
  const input = screen.getByRole('textbox', { name: 'Due' });
  await user.type(input, 'Nov 01, 2026{Enter}');
  expect(screen.getByText('none')).toBeVisible();
  await user.click(await screen.findByText('First of December'));
  expect(screen.getByText('2026-12-01')).toBeVisible();
});

test('with the precision minute, the value includes the time', async () => {
  const { user } = renderInUi(<OneDate precision="minute" />);
  await user.type(screen.getByRole('textbox', { name: 'Due' }), 'Nov 22, 2026 02:30 PM{Enter}');
  expect(screen.getByText('2026-11-22T14:30')).toBeVisible();
});

test('an error of its field is linked to the input', () => {
  renderInUi(<OneDate error="Choose a later day." />);
  const input = screen.getByRole('textbox', { name: 'Due' });
  expect(input).toHaveAccessibleDescription('Choose a later day.');
  expect(input).toBeInvalid();
});

test('a period has two named ends, typed or from a preset', async () => {
  const { user } = renderInUi(<Period />);
  expect(screen.getByRole('group', { name: 'Period' })).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Start date' }), 'Nov 03, 2026{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'End date' }), 'Nov 05, 2026{Enter}');
  expect(screen.getByText('2026-11-03 – 2026-11-05')).toBeVisible();
  await user.click(await screen.findByText('November'));
  expect(screen.getByText('2026-11-01 – 2026-11-30')).toBeVisible();
});
