import { createElement, type ReactNode } from 'react';
import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import type { Renderer } from '@panel/frame';

/** Views of `@panel/frame` as React elements; links load the page behind them ahead. */
export const reactRenderer: Renderer<ReactNode> = {
  h: createElement,
  link: (attributes, ...children) => createElement(AppLink, attributes, ...children),
  t,
};
