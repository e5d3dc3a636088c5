import { useState, type RefObject } from 'react';
import { LOGIN_SCENES, type FrameModel } from '@panel/frame';
import { Outlet } from '@panel/core/router';

/** The image that the initial HTML chose; a view that starts in the browser chooses its own. */
function chooseScene(): string {
  const painted = document.querySelector<HTMLElement>('[data-scene]')?.dataset.scene;
  return painted ?? LOGIN_SCENES[Math.floor(Math.random() * LOGIN_SCENES.length)] ?? '1';
}

/** One of two images at random, the slogan, a short text where other ways to sign in are on, the logo (spec §2). */
export function LoginLayout({ model, main }: { model: FrameModel; main: RefObject<HTMLElement | null> }) {
  const [scene] = useState(chooseScene);
  return (
    <div className="f f-login" data-layout="login" data-scene={scene}>
      <div className="f-scene" aria-hidden="true" />
      <aside className="f-words" aria-label={model.company}>
        {model.slogan && <p className="f-slogan">{model.slogan}</p>}
        {model.blurb && <p className="f-blurb">{model.blurb}</p>}
      </aside>
      <div className="f-card">
        <header className="f-card-head">
          {model.logo ? (
            <img className="f-card-logo" src={model.logo} alt={model.company} />
          ) : (
            <strong className="f-company">{model.company}</strong>
          )}
        </header>
        <main className="f-main" id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
