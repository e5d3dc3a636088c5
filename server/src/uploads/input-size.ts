/**
 * Bytes of the texts and buffers of an input. Ends as soon as there are more than `limit`, so that it never costs more
 * than a bounded number of steps.
 */
export function inputSize(input: unknown, limit: number): number {
  const left: unknown[] = [input];
  let size = 0;
  while (left.length > 0 && size <= limit) {
    const one = left.pop();
    size += 1;
    if (typeof one === 'string') size += one.length;
    else if (ArrayBuffer.isView(one)) size += one.byteLength;
    else if (Array.isArray(one)) {
      size += one.length;
      if (size <= limit) for (const each of one) left.push(each);
    } else if (typeof one === 'object' && one !== null) for (const each of Object.values(one)) left.push(each);
  }
  return size;
}
