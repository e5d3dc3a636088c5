/** The forms of a feature's name that its files need. `order-item` → orderItem, OrderItem, ORDER_ITEM, "order items". */
export type Names = {
  kebab: string;
  camel: string;
  pascal: string;
  constant: string;
  snake: string;
  plural: string;
  pluralPascal: string;
  title: string;
};

const pluralOf = (word: string): string =>
  /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;

export function namesOf(kebab: string): Names {
  const words = kebab.split('-');
  const pascalOf = (parts: readonly string[]): string =>
    parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const pascal = pascalOf(words);
  const plural = [...words.slice(0, -1), pluralOf(words.at(-1) ?? '')].join(' ');
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    constant: words.join('_').toUpperCase(),
    snake: words.join('_'),
    plural,
    pluralPascal: pascalOf(plural.split(' ')),
    title: plural.charAt(0).toUpperCase() + plural.slice(1),
  };
}
