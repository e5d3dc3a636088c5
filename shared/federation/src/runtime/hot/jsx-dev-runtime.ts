/* The JSX runtime of a remote during development against a running panel (see families.ts). */
import type { ElementType, Key } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { live } from './families.ts';

export { Fragment };

export const jsxDEV = (type: ElementType, props: object, key: Key | undefined, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(live(type), props, key);
