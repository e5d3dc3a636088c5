export class PlainError extends Error {}
