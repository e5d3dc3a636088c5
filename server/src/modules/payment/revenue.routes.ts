import { calls } from '../../context/implement.ts';
import { showRevenue } from './revenue.service.ts';

export const revenueRoutes = {
  get: calls.revenue.get.handler(({ context }) => showRevenue(context)),
};
