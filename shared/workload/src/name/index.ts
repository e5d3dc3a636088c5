export { NameField } from './name-field.tsx';
export { siteNameError, useNameCheck, type NameCheck } from './use-name-check.ts';
