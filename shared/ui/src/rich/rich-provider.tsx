import { useMemo, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { useTheme } from '../theme/ui-provider.tsx';
import { antdTheme } from './antd-theme.ts';

/** In a dialog a popup must be inside of it, because everything else is inert; else in the page's landmark. */
const containerOf = (anchor?: HTMLElement): HTMLElement =>
  anchor?.closest<HTMLElement>('dialog, main') ?? document.body;

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
