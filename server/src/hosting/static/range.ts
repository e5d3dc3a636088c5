/** Reads a Range header of one byte range (RFC 9110 §14); several ranges or another unit are ignored. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (parts === null || (parts[1] === '' && parts[2] === '')) return null;
  if (parts[1] === '') {
    const last = Number(parts[2]);
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(parts[1]);
  const end = parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  if (parts[2] !== '' && Number(parts[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
