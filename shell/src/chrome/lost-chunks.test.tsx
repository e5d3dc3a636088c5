import { screen, waitFor } from '@testing-library/react';
import { onNotice, type Notice } from '@panel/core';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

jest.mock('./menu-drawer.tsx', () => {
  throw new Error('Loading chunk 7 failed.');
});
jest.mock('../palette/palette.tsx', () => {
  throw new Error('Loading chunk 8 failed.');
});

test.each(['Open menu', 'Search or jump to'])(
  '%s: if its code does not load, the page stays as it is',
  async (name) => {
    const notices: Notice[] = [];
    const stop = onNotice((notice) => notices.push(notice));
    const { user } = renderFrame({
      declared: await declaredHere(),
      partner: partnerWith(true),
      user: userWith('customer'),
      path: '/dashboard',
    });
    for (const count of [1, 2]) {
      await user.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
      await waitFor(() => expect(notices).toHaveLength(count));
    }
    expect(notices[0]).toMatchObject({ kind: 'error', title: 'This didn’t load' });
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    stop();
  },
);
