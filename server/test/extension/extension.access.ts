import { at, customers, every, type Outcome, type Row } from '../contract/access-outcomes.ts';

/** The test's installation has no directory: everybody who may ask learns that. */
const noDirectory: Outcome = { ...every('DIRECTORY_OFF'), anonymous: 'UNAUTHENTICATED' };
const noneToAdd: Outcome = {
  ...customers,
  owner: 'DIRECTORY_OFF',
  neighbour: 'DIRECTORY_OFF',
  foreignCustomer: 'DIRECTORY_OFF',
};

const directoryRows = (kind: 'plugin' | 'theme'): Record<string, Row> => ({
  [`${kind}.directory`]: at(noDirectory, `/${kind}/directory`),
  [`${kind}.directoryItem`]: at(noDirectory, `/${kind}/directory/contact`),
  [`${kind}.addFromDirectory`]: at(noneToAdd, `/${kind}/directory/contact`, {}),
});

export const rows: Readonly<Record<string, Row>> = { ...directoryRows('plugin'), ...directoryRows('theme') };
