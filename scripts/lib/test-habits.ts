/**
 * Tests that keep others from running, do not run themselves, or wait for a fixed time; banned by name, because three
 * runners share the names.
 */
export const TEST_HABITS = [
  ...['test', 'it', 'describe', 'suite'].flatMap((object) => [
    { object, property: 'only', message: 'It keeps all other tests from running. Remove it.' },
    ...['skip', 'todo', 'fixme'].map((property) => ({
      object,
      property,
      message:
        'A test that does not run proves nothing. Fix it or delete it; a missing system package is skipped through the options, with its reason.',
    })),
  ]),
  {
    property: 'waitForTimeout',
    message: 'A fixed wait is too long or too short. Wait for what should be visible, with a deadline.',
  },
];
