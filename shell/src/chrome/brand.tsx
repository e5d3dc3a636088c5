import type { FrameModel } from '@panel/frame';
import { AppLink } from '@panel/core/router';

/** Logo, company and domain; links to the start page (spec §2: /dashboard, or the administration). */
export const Brand = ({ model }: { model: FrameModel }) => (
  <AppLink className="f-brand" to={model.home}>
    {model.mark && <img className="f-logo" src={model.mark} alt="" />}
    <span className="f-brand-text">
      <span className="f-company">{model.company}</span>
      <span className="f-domain">{model.domain}</span>
    </span>
    <span className="f-sr">, home</span>
  </AppLink>
);
