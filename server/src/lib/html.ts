const SPECIAL = /[&<>"'`]/;
const ALL_SPECIAL = /[&<>"'`]/g;

/** Text that is safe anywhere in HTML, including attributes. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (sign) => `&#${sign.charCodeAt(0)};`) : text;
