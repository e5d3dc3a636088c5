import { screen, within } from '@testing-library/react';
import type { Task } from '@panel/contract';
import contractDe from '@panel/contract/words/de.json';
import { loadWords } from '@panel/core';
import { renderInUi } from '../testing/in-ui.tsx';
import { TaskProgress } from './task-progress.tsx';

const at = '2026-11-21T08:00:00.000Z';
const base: Task = {
  task_id: 'b3b0c7de-0000-4000-8000-000000000000',
  kind: 'site.create',
  label: 'Creating the site',
  resource: 'site',
  resource_id: null,
  title: 'blog.test.dev',
  waits_for: null,
  cancel: null,
  stale: ['site'],
  status: 'failed',
  percent: 40,
  site_id: null,
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

test('a failed task names its step, says what to do, and can be retried', async () => {
  const onRetry = jest.fn();
  const { user } = renderInUi(<TaskProgress task={base} onRetry={onRetry} title="Creating the site" />);
  expect(screen.getByText('Install WordPress failed')).toBeInTheDocument();
  expect(screen.getByText('The download was cut off.')).toBeInTheDocument();
  expect(screen.getByTitle('Elapsed time')).toHaveTextContent('1 min 5 s');
  const steps = within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((step) => step.textContent);
  expect(steps).toEqual(['Reserve the nameDone2 s', 'Install WordPressFailed0 s', 'Check that it answersWaiting']);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a permanent failure has no Retry', () => {
  renderInUi(
    <TaskProgress
      task={{ ...base, error: { code: 'X', message: 'Gone.', retryable: false } }}
      onRetry={() => undefined}
    />,
  );
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
});

test('a running step shows the time until the task was read, not until now', () => {
  const steps = base.steps.map((step) =>
    step.name === 'b' ? { ...step, state: 'running' as const, ended: null } : step,
  );
  renderInUi(
    <TaskProgress
      task={{ ...base, status: 'running', ended_at: null, error: null, steps }}
      at={Date.parse(at) + 7000}
    />,
  );
  expect(screen.getByTitle('Elapsed time')).toHaveTextContent('7 s');
  expect(within(screen.getByRole('list')).getAllByRole('listitem')[1]).toHaveTextContent('7 s');
});

test('a running task shows its percent and its current step', () => {
  const steps = base.steps.map((step) =>
    step.name === 'b' ? { ...step, state: 'running' as const, ended: null } : step,
  );
  renderInUi(<TaskProgress task={{ ...base, status: 'running', ended_at: null, error: null, steps }} />);
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '40');
  expect(screen.getByText('Install WordPress', { selector: '[aria-live]' })).toBeInTheDocument();
});

test('a running step shows its progress, as a bar with a text if the total is known', () => {
  const progress = { done: 12_582_912, total: 50_331_648, unit: 'bytes' as const, text: '12.0 MB of 48.0 MB' };
  const steps = base.steps.map((step) =>
    step.name === 'b' ? { ...step, state: 'running' as const, ended: null, progress } : step,
  );
  renderInUi(<TaskProgress task={{ ...base, status: 'running', ended_at: null, error: null, steps }} />);
  const bar = screen.getByRole('progressbar', { name: 'Install WordPress' });
  expect(bar).toHaveAttribute('value', '12582912');
  expect(bar).toHaveAttribute('max', '50331648');
  expect(bar).toHaveAttribute('aria-valuetext', '12.0 MB of 48.0 MB');
  expect(screen.getByText('12.0 MB of 48.0 MB')).toBeInTheDocument();
});

test('cancelling needs a confirmation, which says what it leaves behind', async () => {
  const onCancel = jest.fn();
  const task: Task = { ...base, status: 'running', ended_at: null, error: null, cancel: 'The site is deleted.' };
  const { user } = renderInUi(<TaskProgress task={task} onCancel={onCancel} />);
  await user.click(screen.getByRole('button', { name: 'Cancel task' }));
  expect(screen.getByRole('status')).toHaveTextContent('Cancel this task?The site is deleted.');
  await user.click(screen.getByRole('button', { name: 'Keep it running' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Cancel task' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Cancel task' }));
  await user.click(screen.getByRole('button', { name: 'Cancel task' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('a task that can no longer be cancelled says why', async () => {
  const onCancel = jest.fn();
  const task: Task = { ...base, status: 'running', ended_at: null, error: null };
  const { user } = renderInUi(<TaskProgress task={task} onCancel={onCancel} cannotCancel="It is too late." />);
  const button = screen.getByRole('button', { name: 'Cancel task' });
  expect(button).toHaveAccessibleDescription('It is too late.');
  await user.click(button);
  expect(onCancel).not.toHaveBeenCalled();
  expect(screen.queryByText('Cancel this task?')).not.toBeInTheDocument();
});

test('a cancelled task shows which steps were stopped or reverted, and offers nothing', () => {
  const steps = base.steps.map((step) => (step.name === 'b' ? { ...step, state: 'cancelled' as const } : step));
  renderInUi(<TaskProgress task={{ ...base, status: 'cancelled', error: null, steps }} onCancel={() => undefined} />);
  expect(within(screen.getByRole('list')).getAllByRole('listitem')[1]).toHaveTextContent('Install WordPressCancelled');
  expect(screen.queryByRole('button', { name: 'Cancel task' })).not.toBeInTheDocument();
  expect(screen.getByText('Cancelled', { selector: '[aria-live]' })).toBeInTheDocument();
});

test('in German a task has a German title, steps, amount, and reason', () => {
  document.documentElement.lang = 'de';
  loadWords('de', contractDe);
  loadWords('de', { '{done} of {total}': '{done} von {total}' });
  try {
    const progress = { done: 1, total: 4, unit: 'files' as const, text: '1 of 4 files' };
    const steps: Task['steps'] = [
      { name: 'a', title: 'Reserving the name', state: 'done', started: at, ended: at },
      {
        ...{ name: 'b', title: 'Installing Akismet 5.1', state: 'running', started: at, ended: null, progress },
        ...{ template: 'Installing {name} {version}', values: { name: 'Akismet', version: '5.1' } },
      },
    ];
    const texts = [
      { template: 'Its previous content is back.', values: {} },
      { template: 'Nobody {translates} this.', values: {} },
    ];
    const error = {
      code: 'X',
      message: 'Its previous content is back. Nobody {translates} this.',
      retryable: false,
      texts,
    };
    renderInUi(<TaskProgress task={{ ...base, steps, error }} />);
    expect(screen.getByRole('heading', { name: 'Website wird erstellt' })).toBeVisible();
    const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(first).toHaveTextContent('Name wird reserviert');
    expect(second).toHaveTextContent('Akismet 5.1 wird installiert');
    expect(second).toHaveTextContent('1 von 4');
    expect(screen.getByText('Der vorherige Inhalt ist wieder da. Nobody {translates} this.')).toBeVisible();
  } finally {
    document.documentElement.lang = '';
  }
});
