/** Elements that run, embed or load something. Exported designs contain none of them. */
const NEVER_ELEMENTS =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|audio|video|canvas|handler|listener|set|animate\w*|a|link|meta|base)\b/i;
const NEVER_DECLARATIONS = /<!(?:doctype|entity|element|attlist)|<\?xml-stylesheet/i;
const EVENT_ATTRIBUTE = /[\s"'/]on[a-z]+\s*=/i;
const ADDRESS = /[\s"'/](?:[\w-]+:)?(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gi;
const CSS_ADDRESS = /url\(\s*["']?([^)"']*)/gi;
/** A reference within the file, or an embedded image. */
const INSIDE = /^\s*(?:#|data:image\/(?:png|jpeg|webp|gif);base64,)/i;

/**
 * Why an SVG file is rejected, or null. The check rejects rather than repairs; accepted files are still served with a
 * sandbox, so neither has to be perfect.
 */
export function refuseSvg(text: string): string | null {
  const root = /^\s*(?:<\?xml[^>]*\?>)?\s*(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;
  if (!root.test(text) || !/<\/svg>\s*(?:<!--[\s\S]*?-->\s*)*$/i.test(text))
    return 'The file is not a complete SVG image.';
  if (NEVER_DECLARATIONS.test(text))
    return 'The SVG declares a document type, entities or a style sheet. Export it as plain SVG.';
  if (NEVER_ELEMENTS.test(text))
    return 'The SVG contains a script, a link, an animation or embedded content. Export it as a plain image.';
  if (EVENT_ATTRIBUTE.test(text)) return 'The SVG contains an event handler. Export it as a plain image.';
  if (
    /@import|expression\s*\(|-moz-binding/i.test(text) ||
    /<style[\s\S]*?\\[\s\S]*?<\/style/i.test(text) ||
    /\sstyle\s*=\s*(?:"[^"]*\\|'[^']*\\)/i.test(text)
  )
    return 'The SVG’s styles load external content. Export it with plain colours.';
  const addresses = [...text.matchAll(ADDRESS)]
    .map((found) => found[1] ?? found[2] ?? found[3] ?? '')
    .concat([...text.matchAll(CSS_ADDRESS)].map((found) => found[1] ?? ''));
  return addresses.every((address) => INSIDE.test(address))
    ? null
    : 'The SVG refers to external content. Embed the images that it uses.';
}
