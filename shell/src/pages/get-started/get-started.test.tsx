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

test('a new account has everything before it', async () => {
  const steps = await about();
  expect(steps.map((step) => step.key)).toEqual(['site', 'profile', 'help']);
  expect(done(steps)).toEqual([]);
});

test('done is what the account says, not what was clicked', async () => {
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

test('a step whose section is off is no step', async () => {
  const steps = await about({
    partner: partnerWith(false, { SECTION_SITES: 'false', SECTION_HELP: 'false' }),
    siteCount: null,
  });
  expect(steps.map((step) => step.key)).toEqual(['profile']);
});
