import { act, fireEvent, screen, within } from '@testing-library/react';
import { notify } from '@panel/core';
import { renderInUi } from '../testing/in-ui.tsx';
import { toast } from './toast.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const pass = (millis: number) => act(() => jest.advanceTimersByTime(millis));

test.each([
  ['success', 5000],
  ['info', 5000],
  ['error', 8000],
  ['warning', 10_000],
] as const)('a %s notification stays %i ms', (kind, millis) => {
  renderInUi(null);
  act(() => toast[kind]({ message: 'It happened.' }));
  pass(millis - 1);
  expect(screen.getByText('It happened.')).toBeInTheDocument();
  pass(1);
  expect(screen.queryByText('It happened.')).not.toBeInTheDocument();
});

test('an error carries its title and request id and is announced immediately', () => {
  renderInUi(null);
  act(() => toast.error({ message: 'Something went wrong during logout', requestId: 'req-1', duration: 7000 }));
  const alert = within(screen.getByRole('region', { name: 'Notifications' })).getByRole('alert');
  expect(alert).toHaveTextContent('Error');
  expect(alert).toHaveTextContent('req-1');
  pass(7000);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('the same message again is shown once, and for its full time from then on', () => {
  renderInUi(null);
  act(() => toast.success({ message: 'Saved.' }));
  pass(4000);
  act(() => toast.success({ message: 'Saved.' }));
  expect(screen.getAllByText('Saved.')).toHaveLength(1);
  pass(4000);
  expect(screen.getByText('Saved.')).toBeInTheDocument();
});

test('a notification does not vanish while the user reads it, and can be closed', () => {
  renderInUi(null);
  act(() => toast.success({ message: 'Saved.' }));
  const close = screen.getByRole('button', { name: 'Close notification' });
  act(() => close.focus());
  pass(60_000);
  expect(screen.getByText('Saved.')).toBeInTheDocument();
  act(() => close.click());
  expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
});

test('its action runs once, and closes it', () => {
  renderInUi(null);
  const onSelect = jest.fn();
  act(() => notify({ kind: 'success', title: 'Success', message: 'Deleted.', action: { label: 'Undo', onSelect } }));
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Deleted.')).not.toBeInTheDocument();
});

test('hovering pauses it, and its time restarts when the pointer leaves', () => {
  renderInUi(null);
  act(() => toast.success({ message: 'Saved.' }));
  const shown = screen.getByRole('status');
  fireEvent.pointerMove(shown);
  pass(60_000);
  expect(screen.getByText('Saved.')).toBeInTheDocument();
  fireEvent.pointerLeave(shown);
  pass(5000);
  expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
});

test('one that appears below a resting pointer ends like every other', () => {
  renderInUi(null);
  act(() => toast.success({ message: 'Saved.' }));
  fireEvent.pointerEnter(screen.getByRole('status'));
  fireEvent.mouseEnter(screen.getByRole('status'));
  pass(5000);
  expect(screen.queryByText('Saved.')).not.toBeInTheDocument();
});
