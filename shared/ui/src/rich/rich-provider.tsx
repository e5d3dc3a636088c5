import { useMemo, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { useTheme } from '../theme/ui-provider.tsx';
import { directionOf, useRichLocale } from './rich-locale.ts';
import { antdTheme } from './antd-theme.ts';

/**
 * Above a dialog and yet inside it: everything outside of a modal dialog is inert, and its content is clipped at its
 * edge.
 */
function layerOf(dialog: Element): HTMLElement {
  const present = dialog.querySelector<HTMLElement>(':scope > .p-rich-layer');
  if (present) return present;
  const layer = document.createElement('div');
  layer.className = 'p-rich-layer';
  layer.popover = 'manual';
  dialog.append(layer);
  layer.showPopover();
  return layer;
}

/** The popup's container: above the dialog it belongs to, otherwise the page's landmark. */
function containerOf(anchor?: HTMLElement): HTMLElement {
  const dialog = anchor?.closest('dialog');
  return dialog ? layerOf(dialog) : (anchor?.closest('main') ?? document.body);
}

/** Wraps every part that uses antd: theme, nonce for its styles, and container of its popups. */
export function RichProvider({ children }: { children: ReactNode }) {
  const { colors, scheme, nonce } = useTheme();
  const theme = useMemo(() => antdTheme(colors, scheme), [colors, scheme]);
  const csp = useMemo(() => ({ nonce }), [nonce]);
  return (
    <ConfigProvider
      direction={directionOf()}
      locale={useRichLocale()}
      theme={theme}
      csp={csp}
      wave={{ disabled: true }}
      getPopupContainer={containerOf}
    >
      {children}
    </ConfigProvider>
  );
}
