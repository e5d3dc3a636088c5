import * as v from 'valibot';

/** `max`: how many elements at most; `min`: how many at least. */
type ListBounds<Message extends string | undefined> = { max: number; min?: number; message?: Message };

/**
 * A list whose length is checked before its elements: valibot's own `maxLength` runs after every element has been
 * validated, so a body of a million elements would occupy the process for seconds. Use it for everything that comes
 * from outside; the linter refuses `v.array` there (docs/security.md, "The loop").
 * @param message for a list that is too long or too short
 */
export function list<const Item extends v.GenericSchema>(
  item: Item,
  { max, min = 0, message = `This list can have at most ${max} entries.` }: ListBounds<string>,
) {
  const bounded = v.pipe(v.array(item), v.minLength(min, message), v.maxLength(max, message));
  const ofAnything = v.pipe(v.array(v.unknown()), v.minLength(min, message), v.maxLength(max, message));
  return {
    ...bounded,
    '~run'(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      const { value } = dataset;
      if (!Array.isArray(value) || (value.length <= max && value.length >= min))
        return bounded['~run'](dataset, config);
      // Only the length is reported, and no element is looked at.
      return ofAnything['~run']({ ...dataset, value: value.slice(0, max + 1) }, config);
    },
  } as typeof bounded;
}
