import { useState, type RefObject } from 'react';
import { chooseScene, loginView, type FrameModel } from '@panel/frame';
import { Outlet } from '@panel/core/router';
import { reactRenderer } from '@panel/ui';

/** The scene that the initial HTML chose; a view that starts in the browser chooses its own. */
const sceneHere = (): string => document.querySelector<HTMLElement>('[data-scene]')?.dataset.scene ?? chooseScene();

/** The pages before the sign-in (spec §2). */
export function LoginLayout({ model, main }: { model: FrameModel; main: RefObject<HTMLElement | null> }) {
  const [scene] = useState(sceneHere);
  return loginView(reactRenderer, model, scene, { main: { ref: main }, page: <Outlet /> });
}
