import type { RefObject } from 'react';
import { languagePicker, loginView, type FrameModel } from '@panel/frame';
import { Outlet } from '@panel/core/router';
import { reactRenderer } from '@panel/ui';
import { useLanguagePicker } from '../chrome/use-language-picker.ts';

/** The pages before the sign-in (spec §2). */
export const LoginLayout = ({ model, main }: { model: FrameModel; main: RefObject<HTMLElement | null> }) =>
  loginView(reactRenderer, model, {
    main: { ref: main },
    page: <Outlet />,
    picker: languagePicker(reactRenderer, model, useLanguagePicker(model)),
  });
