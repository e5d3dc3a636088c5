import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dictionary, list } from '@panel/contract';
import * as v from 'valibot';

const Numbers = list(v.number(), { max: 3 });
const Scores = dictionary(v.string(), v.number(), 2);

/** How many elements a schema looks at. */
function counted(): { schema: v.GenericSchema; seen: () => number } {
  let count = 0;
  const schema = v.pipe(
    v.unknown(),
    v.check(() => {
      count += 1;
      return false;
    }),
  );
  return { schema, seen: () => count };
}

describe('lists and dictionaries of bounded size', () => {
  test('what is too long is refused without a look at an element, also by an input itself', async () => {
    const one = counted();
    const items = list(one.schema, { max: 3 });
    for (const result of [v.safeParse(items, [1, 2, 3, 4]), v.safeParse(v.object({ items }), { items: [1, 2, 3, 4] })])
      assert.equal(result.issues?.[0].message, 'This list can have at most 3 entries.');
    const named = dictionary(v.string(), one.schema, 1);
    assert.equal(v.safeParse(named, { a: 1, b: 2 }).success, false);
    // The form that calls use.
    for (const [schema, value] of [
      [items, [1, 2, 3, 4]],
      [named, { a: 1, b: 2 }],
    ] as const)
      assert.equal((await schema['~standard'].validate(value)).issues?.length, 1);
    assert.equal(one.seen(), 0);
  });

  test('the first wrong element ends the check', () => {
    const one = counted();
    assert.equal(v.safeParse(list(one.schema, { max: 1000 }), Array(1000).fill(0)).issues?.length, 1);
    // Once to find it, and once more for all that is wrong with it.
    assert.equal(one.seen(), 2);
  });

  test('checks after a list that is too long do not see its elements', () => {
    const distinct = v.pipe(
      list(v.object({ name: v.string() }), { max: 2 }),
      v.check((all) => new Set(all.map(({ name }) => name)).size === all.length),
    );
    assert.equal(v.safeParse(distinct, [null, null, null]).issues?.length, 1);
  });

  test('what fits passes', async () => {
    assert.deepEqual(v.parse(Numbers, [1, 2, 3]), [1, 2, 3]);
    assert.deepEqual(await Numbers['~standard'].validate([1]), { value: [1] });
    assert.deepEqual(v.parse(Scores, { a: 1, b: 2 }), { a: 1, b: 2 });
  });
});
