/** Text that is safe anywhere in HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`);
