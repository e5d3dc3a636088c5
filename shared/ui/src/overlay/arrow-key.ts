/** The arrow key as it would be named in a text from left to right: pages from right to left are mirrored. */
export function alongText(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}
