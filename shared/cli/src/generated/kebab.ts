/** A name of the contract as an option: `pageSize` and `page_size` become `page-size`. */
export const kebab = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/^-/, '');
