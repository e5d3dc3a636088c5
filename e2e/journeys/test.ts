import { test as base } from '../lib/scenario.ts';
import { compare } from './counts.ts';
import { Person, type Way } from './person.ts';

export { expect } from '../lib/journey.ts';

export type JourneyOptions = { way: Way };
type Fixtures = JourneyOptions & {
  person: Person;
  /** Ends the journey: its counts are compared with those of docs/journeys.md. */
  arrived: (name: string) => void;
};

export const test = base.extend<Fixtures>({
  way: ['pointer', { option: true }],
  person: async ({ page, way }, use) => use(new Person(page, way)),
  arrived: async ({ person, way }, use) =>
    use((name) => {
      console.log(`${name}, by ${way}: ${person.counted.clicks} clicks, ${person.counted.keystrokes} keystrokes`);
      compare(name, way, person.counted);
    }),
});
