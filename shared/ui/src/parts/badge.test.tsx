import { screen } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { HealthBadge, type HealthBadgeProps } from './badge.tsx';

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** All that the badge says. */
function badge(health: HealthBadgeProps['health'], status: HealthBadgeProps['status'] = 'ready'): string {
  const { container } = renderInUi(<HealthBadge status={status} health={health} />);
  return container.textContent ?? '';
}

test.each([
  ['healthy, checked lately', { level: 'healthy', checked_at: hoursAgo(1), reasons: [] }, 'Healthy'],
  ['healthy, but when?', { level: 'healthy', checked_at: hoursAgo(49), reasons: [] }, 'HealthyChecked 2 days ago'],
  ['never checked', { level: 'unknown', checked_at: null, reasons: [] }, 'Not checked yet'],
  [
    'one reason',
    { level: 'attention', checked_at: hoursAgo(49), reasons: [{ code: 'DNS' }] },
    'Needs attentionDNS points elsewhere',
  ],
  [
    'the worst of three reasons',
    { level: 'down', checked_at: hoursAgo(1), reasons: [{ code: 'HTTP' }, { code: 'DNS' }, { code: 'LIMIT_HIT' }] },
    'DownPages fail and 2 more',
  ],
] as const)('%s', (_name, health, text) => {
  expect(badge(health)).toBe(text);
});

test('until it is ready it shows what is done to it', () => {
  badge({ level: 'working', checked_at: null, reasons: [] }, 'deploying');
  expect(screen.getByText('Deploying')).toBeVisible();
});
