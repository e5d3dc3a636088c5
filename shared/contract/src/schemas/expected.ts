import * as v from 'valibot';

/**
 * What a form was opened with, of what it saves: the values as the panel gave them out. If one has changed since,
 * nothing is saved, and the answer is CONFLICT with the values of now. A caller without them replaces what there is.
 *
 * @param entries of the schema of the answer that has the values
 */
export const expected = <const E extends v.ObjectEntries>(entries: E) => ({
  expected: v.optional(v.partial(v.object(entries))),
});
