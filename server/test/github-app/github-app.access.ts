import { at, customers, every, type Outcome, type Row } from '../contract/access-outcomes.ts';

const forCustomers = (code: string): Outcome => ({
  ...customers,
  ...{ owner: code, neighbour: code, foreignCustomer: code },
});

/** There is no GitHub App here. */
export const rows: Readonly<Record<string, Row>> = {
  'github.appConnection': at(customers, '/github-app/connection'),
  'github.appConnect': at(forCustomers('NOT_FOUND'), '/github-app/connect', {}),
  'github.appCallback': at(every('GITHUB_CONNECT_FAILED'), '/github-app/callback?state=x&code=y'),
  'github.appDisconnect': at(customers, '/github-app/connection'),
  'github.appInstallations': at(forCustomers('GITHUB_NOT_CONNECTED'), '/github-app/installations'),
  'github.appRepos': at(forCustomers('NOT_FOUND'), '/github-app/installations/1/repositories'),
  'github.appBranches': at(forCustomers('GITHUB_NOT_CONNECTED'), '/github-app/repositories/ada/shop/branches'),
};
