import type { FrameModel } from '@panel/frame';
import { AppLink } from '@panel/core/router';
import { Brand } from './brand.tsx';

/** For visitors who are not signed in: logo, a language picker with English alone (spec §2, Help), and the way in. */
export const SimpleHeader = ({ model }: { model: FrameModel }) => (
  <header className="f-head">
    <Brand model={model} />
    <div className="f-tools">
      <label className="f-language">
        <span>Language</span>
        <select defaultValue="en">
          <option value="en">English</option>
        </select>
      </label>
      <AppLink className="f-section" to="/login">
        <span>Sign in</span>
      </AppLink>
    </div>
  </header>
);
