export { scale } from './scale.ts';
export {
  applyTheme,
  readChoice,
  resolveScheme,
  storeChoice,
  watchSystem,
  type Scheme,
  type SchemeChoice,
} from './scheme.ts';
