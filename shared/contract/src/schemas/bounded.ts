import * as v from 'valibot';

type Bounds = {
  /** How many elements at most, and at least. */
  max: number;
  min?: number;
  /** For a list that is too long, and for one that is too short. */
  tooMany?: string | ((issue: { received: string }) => string);
  tooFew?: string;
};

type Run = v.GenericSchema['~run'];
type Dataset = ReturnType<Run>;

const known = new WeakSet<object>();

/** Whether a list or dictionary is checked by its size first; for the test that finds those that are not. */
export const isBoundedFirst = (schema: object): boolean => known.has(schema);

function withRun<T extends object>(schema: T, run: Run): T {
  const validate = (value: unknown) => {
    const { issues, ...checked } = run({ value }, v.getGlobalConfig());
    return issues ? { issues } : { value: checked.value };
  };
  // The copy's own `~standard` would run the schema that it was copied from.
  const own = { ...schema, '~run': run, '~standard': { version: 1, vendor: 'valibot', validate } };
  known.add(own);
  return own;
}

/** What was not looked at has not the type that checks after this one expect. */
const untyped = (dataset: Dataset): Dataset =>
  dataset.issues ? { typed: false, value: dataset.value, issues: dataset.issues } : dataset;

/**
 * A list whose length is checked before its elements, and whose first wrong element ends the check: valibot's own
 * `maxLength` runs after every element has been validated, so a body of a million elements would occupy the process for
 * seconds. Use it for everything that comes from outside (docs/security.md, "The loop").
 */
export function list<const Item extends v.GenericSchema>(
  item: Item,
  {
    max,
    min = 0,
    tooMany = `This list can have at most ${max} entries.`,
    tooFew = `This list needs at least ${min} entries.`,
  }: Bounds,
) {
  const elements = v.array(item);
  const bounded = v.pipe(elements, v.minLength(min, tooFew), v.maxLength(max, tooMany));
  const ofAnything = v.pipe(v.array(v.unknown()), v.minLength(min, tooFew), v.maxLength(max, tooMany));
  const run: Run = (dataset, config) => {
    const { value } = dataset;
    if (!Array.isArray(value)) return bounded['~run'](dataset, config);
    // Only the length is reported, and no element is looked at.
    if (value.length > max || value.length < min)
      return untyped(ofAnything['~run']({ ...dataset, value: value.slice(0, max + 1) }, config));
    const found = bounded['~run']({ ...dataset, value }, { ...config, abortEarly: true });
    const wrong = found.issues?.[0].path?.[0]?.key;
    // All that is wrong with the first wrong element, and nothing of those after it.
    return typeof wrong === 'number'
      ? elements['~run']({ ...dataset, value: value.slice(0, wrong + 1) }, config)
      : found;
  };
  return withRun(bounded, run);
}

/** Whether an object has more names of its own than this; looks at one more at most. */
function hasMoreThan(max: number, value: object): boolean {
  let count = 0;
  for (const name in value) if (Object.hasOwn(value, name) && (count += 1) > max) return true;
  return false;
}

/** An object of any names, whose number is checked before they are looked at. @param max names */
export function dictionary<
  const Key extends v.GenericSchema<string, string | number | symbol>,
  const Value extends v.GenericSchema,
>(key: Key, value: Value, max: number, tooLong = `This object can have at most ${max} names.`) {
  const bounded = v.pipe(v.record(key, value), v.maxEntries(max, tooLong));
  const tooMany = v.pipe(
    v.unknown(),
    v.check(() => false, tooLong),
  );
  const run: Run = (dataset, config) => {
    const { value: given } = dataset;
    if (typeof given === 'object' && given !== null && hasMoreThan(max, given))
      return untyped(tooMany['~run'](dataset, config));
    return bounded['~run'](dataset, { ...config, abortEarly: true });
  };
  return withRun(bounded, run);
}
