import { screen } from '@testing-library/react';
import { api } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = () => renderPage({ remote: { manifest, pages }, path: '/admin/buy-links', role: 'admin' });
const field = (plan: string) => screen.findByRole('textbox', { name: new RegExp(`^${plan} plan`) });

test('staff set the link of a plan, and customers are led to it', async () => {
  const { user } = await open();
  await user.type(await field('PRO'), 'https://shop.example/buy?item=7');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Buy links saved.')).toBeInTheDocument();
  expect(await api.payment.buyLink({ type: 'PRO' })).toEqual({
    clickToBuyLink: 'https://shop.example/buy?item=7&language=en',
  });
  expect(await api.payment.buyLink({ type: 'STARTER' })).toEqual({ clickToBuyLink: null });
});

test.each(['http://shop.example', 'javascript:alert(1)', 'https://user:pass@shop.example', 'shop.example'])(
  '%s is no buy link',
  async (address) => {
    const { user, bridge } = await open();
    await user.type(await field('PRO'), address);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a full address that begins with https://.')).toBeVisible();
    expect(bridge.calls).not.toContain('PUT /partner/license/buy/settings');
  },
);
