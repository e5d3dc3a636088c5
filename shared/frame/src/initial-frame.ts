import type { FrameModel } from './frame-model.ts';
import { frameView, loginView } from './frame.view.ts';
import { fullHeader, headerButtons, simpleHeader } from './header.view.ts';
import { languagePicker } from './language.view.ts';
import { sideMenu } from './menu.view.ts';
import { pageView } from './page.view.ts';
import type { Renderer } from './renderer.ts';
import { loadingHeads } from './subject.view.ts';

const OFF = { disabled: true };

function headerOf<N>(r: Renderer<N>, model: FrameModel): N | null {
  const { header } = model.shape;
  if (header === 'none') return null;
  if (header === 'simple') return simpleHeader(r, model, { select: OFF });
  return fullHeader(r, model, {
    burger: headerButtons.burger(r, OFF),
    support: headerButtons.support(r, OFF),
    palette: headerButtons.palette(r, OFF),
    help: headerButtons.help(r, OFF),
    bell: headerButtons.bell(r, OFF),
    profile: headerButtons.profile(r, OFF, model.initials),
  });
}

/** The frame of the initial HTML around the skeleton of its page. Controls that need the script are there and disabled. */
export function initialFrame<N>(r: Renderer<N>, model: FrameModel, skeleton: N): N {
  const { trail, title, path } = model;
  const { t } = r;
  const page = pageView(r, { trail, ...loadingHeads(r, path, title) }, skeleton);
  if (model.layout === 'login') return loginView(r, model, { page, picker: languagePicker(r, model, { select: OFF }) });
  const side = model.side && sideMenu(r, model.side, model, { label: t('Collapse menu'), button: OFF });
  return frameView(r, model, { header: headerOf(r, model), side, page, closeOffer: OFF, closeAnnouncement: OFF });
}
