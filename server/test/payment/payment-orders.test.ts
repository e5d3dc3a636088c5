import { test } from 'node:test';
import { tryOrders } from './payment-orders.ts';
import { useShop } from './payment-support.ts';

const shop = useShop();

test('whatever the order of clicks, cards, banks, events, comparisons and ends of the panel: one charge, one license, one site, or a way on', () =>
  tryOrders(shop, { runs: 40, seed: 20_261_128 }));
