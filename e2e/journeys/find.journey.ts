import { expect, test } from './test.ts';

const TRADES = [
  'Bakery',
  'Florist',
  'Dentist',
  'Theatre',
  'Brewery',
  'Gallery',
  'Pharmacy',
  'Orchestra',
  'Library',
  'Surgery',
  'Nursery',
  'Winery',
];
const TOWNS = ['Lisbon', 'Antwerp', 'Bergen', 'Cadiz', 'Dresden', 'Esbjerg', 'Fulda', 'Ghent', 'Haarlem', 'Izmir'];
const TITLES = TRADES.flatMap((trade) => TOWNS.flatMap((town) => [`${trade} ${town}`, `${trade} of old ${town}`]));

test('Find a site by its title among 240', async ({ page, person, enterScenario, arrived }) => {
  expect(TITLES).toHaveLength(240);
  const origin = await enterScenario(page, { sites: TITLES.map((title, at) => ({ name: `h${at}`, title })) });
  await person.starts(`${origin}/sites`, 'My Sites');
  await person.hears(null, 'heading "My Sites" [level=1]', 'button "Search or jump to"');
  await person.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search pages and sites' });
  await person.hears(search, 'combobox "Search pages and sites"');
  await person.type(search, 'theatre of old gh');
  const found = page.getByRole('option', { name: 'Theatre of old Ghent' });
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await person.hears(search, 'option /Theatre of old Ghent/ [selected]');
  await person.press('Enter');
  await person.hears(person.heading('Theatre of old Ghent'), 'navigation "Site"');
  arrived('Find a site by its title among 240');
});
