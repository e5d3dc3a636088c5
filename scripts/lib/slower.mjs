/** How many times slower than usual this machine is: what `npm test -- --slow` was given, and what limits are multiplied with. */
export const SLOWER = Number(process.env.TEST_SLOWER ?? 1);
