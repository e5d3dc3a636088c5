/** What styles could load with. */
const LOADS = ['@import', 'expression(', '-moz-binding', 'image-set(', 'image(', 'src(', 'javascript:'];

/**
 * Looks at a style sheet or the value of an attribute, in one pass for each name. A backslash could hide any name.
 * @returns `loads` for rules that load, `elsewhere` for an address outside of the drawing, or null
 */
export function refuseStyle(value: string, isInside: (address: string) => boolean): 'loads' | 'elsewhere' | null {
  const text = value.toLowerCase();
  if (text.includes('\\') || LOADS.some((name) => text.includes(name))) return 'loads';
  for (let at = text.indexOf('url('); at >= 0; at = text.indexOf('url(', at + 4)) {
    const start = text.slice(at + 4, at + 64).trimStart();
    const address = start.startsWith('"') || start.startsWith("'") ? start.slice(1) : start;
    if (!isInside(address)) return 'elsewhere';
  }
  return null;
}
