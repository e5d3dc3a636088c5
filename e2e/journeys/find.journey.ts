import { expect, test } from './test.ts';

const TRADES = ['Bakery', 'Florist', 'Dentist', 'Theatre', 'Brewery', 'Gallery', 'Pharmacy', 'Orchestra', 'Library', 'Surgery', 'Nursery', 'Winery'];
const TOWNS = ['Lisbon', 'Antwerp', 'Bergen', 'Cadiz', 'Dresden', 'Esbjerg', 'Fulda', 'Ghent', 'Haarlem', 'Izmir'];
const titles = TRADES.flatMap((trade) => TOWNS.flatMap((town) => [`${trade} ${town}`, `${trade} of old ${town}`]));

test('Find a site by its title among 240', async ({ page, person, enterScenario, arrived }) => {
  expect(titles).toHaveLength(240);
  const origin = await enterScenario(page, { sites: titles.map((title, at) => ({ name: `h${at}`, title })) });
  await page.goto(`${origin}/sites`);
  await person.hears('- banner:\n  - button "Search or jump to"\n- main:\n  - heading "My Sites" [level=1]');
  await person.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search pages and sites' });
  await person.hears('- dialog:\n  - combobox "Search pages and sites"', search);
  await person.type(search, 'old ghent');
  await expect(page.getByRole('option', { name: 'Theatre of old Ghent' })).toBeVisible();
  await person.hears('- listbox:\n  - option "x"');
  arrived('Find a site by its title among 240');
});
