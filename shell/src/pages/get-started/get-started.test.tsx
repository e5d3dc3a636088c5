import { declaredHere, partnerWith, userWith } from '../../testing/declared.ts';
import { stepsFor } from './steps.ts';

const about = async (change: Partial<Parameters<typeof stepsFor>[0]> = {}) =>
  stepsFor({
    manifests: await declaredHere(),
    partner: partnerWith(false),
    user: userWith('customer'),
    siteCount: 0,
    helpWasRead: false,
    ...change,
  });
const done = (steps: Awaited<ReturnType<typeof about>>) => steps.filter((step) => step.done).map((step) => step.key);

test('in a new account every step is open', async () => {
  const steps = await about();
  expect(steps.map((step) => step.key)).toEqual(['site', 'profile', 'help']);
  expect(done(steps)).toEqual([]);
});

test('a step is done according to the account’s data, not after a click', async () => {
  expect(done(await about({ siteCount: 1 }))).toEqual(['site']);
  expect(done(await about({ user: userWith('customer', { firstname: 'Ada', lastname: 'Byron' }) }))).toEqual([]);
  expect(
    done(
      await about({
        user: userWith('customer', { firstname: 'Ada', lastname: 'Byron', phone_number: '+1 555 010 0199' }),
      }),
    ),
  ).toEqual(['profile']);
  expect(done(await about({ helpWasRead: true }))).toEqual(['help']);
});

test('a step of a disabled section is left out', async () => {
  const steps = await about({
    partner: partnerWith(false, { SECTION_SITES: 'false', SECTION_HELP: 'false' }),
    siteCount: null,
  });
  expect(steps.map((step) => step.key)).toEqual(['profile']);
});
