import { QRCode } from 'antd';
import { RichProvider } from './rich-provider.tsx';

/** A text for the camera of a phone. `label` says what it is for; show the text itself beside it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <RichProvider>
    <div role="img" aria-label={label} className="p-rich">
      <QRCode value={text} type="svg" size={180} color="#000000" bgColor="#ffffff" />
    </div>
  </RichProvider>
);
