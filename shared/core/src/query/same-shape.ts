const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a part of new data can take the place of the same part of an answer. */
function fits(answer: unknown, data: unknown): boolean {
  if (answer === undefined) return true;
  if (answer === null) return data !== undefined;
  if (Array.isArray(answer)) return Array.isArray(data) && data.every((row) => fits(answer[0], row));
  if (data === null) return true;
  if (!isObject(answer)) return typeof data === typeof answer;
  return isObject(data) && Object.entries(answer).every(([name, value]) => fits(value, data[name]));
}

/**
 * Whether new data can take the place of an answer: whatever the answer has, they have, of the same type. Inside, null may
 * take the place of anything but a list. Rows of a list are compared with its first one.
 */
export const isSameShape = (answer: unknown, data: unknown): boolean =>
  (data !== null || answer === null) && fits(answer, data);
