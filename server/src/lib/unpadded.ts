/** Base64 without the signs at its end that fill it up. */
export const unpadded = (base64: string): string => base64.split('=', 1)[0] ?? '';
