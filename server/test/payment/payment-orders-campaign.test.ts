// Campaign: 2,000 orders of payment events; payment/payment-orders is in every run.
import { test } from 'node:test';
import { tryOrders } from './payment-orders.ts';
import { useShop } from './payment-support.ts';

/** PAYMENT_SEED repeats a run, PAYMENT_RUNS makes it shorter or longer. */
const SEED = Number(process.env['PAYMENT_SEED'] ?? 1_211_202);
const RUNS = Number(process.env['PAYMENT_RUNS'] ?? 2000);

const shop = useShop();

test(`in ${RUNS} orders of everything that can happen to a purchase: one charge, one license, one site, or a way on`, () =>
  tryOrders(shop, { runs: RUNS, seed: SEED }));
