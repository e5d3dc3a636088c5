import { screen, within } from '@testing-library/react';
import type { Task } from '@panel/contract';
import { renderInUi } from '../testing/in-ui.tsx';
import { TaskProgress } from './task-progress.tsx';

const at = '2026-11-21T08:00:00.000Z';
const base: Task = {
  task_id: 'b3b0c7de-0000-4000-8000-000000000000',
  kind: 'site.create',
  status: 'failed',
  percent: 40,
  site_id: null,
  fqdn: 'blog.test.dev',
  created_at: at,
  updated_at: at,
  ended_at: '2026-11-21T08:01:05.000Z',
  steps: [
    { name: 'a', title: 'Reserve the name', state: 'done', started: at, ended: '2026-11-21T08:00:02.000Z' },
    { name: 'b', title: 'Install WordPress', state: 'failed', started: at, ended: at },
    { name: 'c', title: 'Check that it answers', state: 'idle', started: null, ended: null },
  ],
  log: [{ line: 7, at, text: 'Unpacked.' }],
  error: { code: 'INTERNAL', message: 'The download was cut off.', retryable: true },
};

test('a failed task names its step, says what to do, and can be tried again', async () => {
  const onRetry = jest.fn();
  const { user } = renderInUi(<TaskProgress task={base} onRetry={onRetry} title="Creating the site" />);
  expect(screen.getByText('Install WordPress failed')).toBeInTheDocument();
  expect(screen.getByText('The download was cut off.')).toBeInTheDocument();
  expect(screen.getByTitle('Elapsed time')).toHaveTextContent('00:01:05');
  const steps = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((step) => step.textContent);
  expect(steps).toEqual([
    'Reserve the nameDone00:00:02',
    'Install WordPressFailed00:00:00',
    'Check that it answersWaiting',
  ]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('what cannot be tried again has no Retry', () => {
  renderInUi(
    <TaskProgress
      task={{ ...base, error: { code: 'X', message: 'Gone.', retryable: false } }}
      onRetry={() => undefined}
    />,
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('a running step is shown to have run until the task was read, not until now', () => {
  const steps = base.steps.map((step) =>
    step.name === 'b' ? { ...step, state: 'running' as const, ended: null } : step,
  );
  renderInUi(
    <TaskProgress
      task={{ ...base, status: 'running', ended_at: null, error: null, steps }}
      at={Date.parse(at) + 7000}
    />,
  );
  expect(screen.getByTitle('Elapsed time')).toHaveTextContent('00:00:07');
  expect(within(screen.getByRole('list')).getAllByRole('listitem')[1]).toHaveTextContent('00:00:07');
});

test('a running task tells its percent and its current step', () => {
  const steps = base.steps.map((step) =>
    step.name === 'b' ? { ...step, state: 'running' as const, ended: null } : step,
  );
  renderInUi(<TaskProgress task={{ ...base, status: 'running', ended_at: null, error: null, steps }} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '40');
  expect(screen.getByText('Install WordPress', { selector: '[aria-live]' })).toBeInTheDocument();
});
