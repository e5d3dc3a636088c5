import { useMemo, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { useTheme } from '../theme/ui-provider.tsx';
import { antdTheme } from './antd-theme.ts';

/** Above a dialog and yet inside of it: everything outside of a modal dialog is inert, and what it holds is cut at its edge. */
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

/** Around every part that antd brings: its theme, the nonce for the styles it makes, and where its popups go. */
export function RichProvider({ children }: { children: ReactNode }) {
  const { colors, scheme, nonce } = useTheme();
  const theme = useMemo(() => antdTheme(colors, scheme), [colors, scheme]);
  const csp = useMemo(() => ({ nonce }), [nonce]);
  return (
    <ConfigProvider theme={theme} csp={csp} wave={{ disabled: true }} getPopupContainer={containerOf}>
      {children}
    </ConfigProvider>
  );
}
