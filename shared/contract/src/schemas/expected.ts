import * as v from 'valibot';

/**
 * The values that the form was opened with, of the fields that it saves. If one has changed since, nothing is saved and the
 * answer is CONFLICT with the current values. A caller that sends none overwrites what is saved.
 *
 * @param entries of the schema of the answer that has the values
 */
export const expected = <const E extends v.ObjectEntries>(entries: E) => ({
  expected: v.optional(v.partial(v.object(entries))),
});
