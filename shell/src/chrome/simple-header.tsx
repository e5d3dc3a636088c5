import type { FrameModel } from '@panel/frame';
import { AppLink } from '@panel/core/router';
import { Brand } from './brand.tsx';

/** For signed-out visitors: logo, a language picker with only English (spec §2, Help), and sign-in. */
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
