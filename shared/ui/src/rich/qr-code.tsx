import { QRCode as AntQRCode } from 'antd';
import { RichProvider } from './rich-provider.tsx';

export type QrCodeProps = {
  /** The encoded text, e.g. an address. */
  value: string;
  /** Description for assistive technology. */
  label: string;
  /** Pixels. */
  size?: number;
};

/** Dark on white in every scheme, with its quiet zone, as scanners need it. */
export function QrCode({ value, label, size = 160 }: QrCodeProps) {
  return (
    <RichProvider>
      <AntQRCode type="svg" value={value} size={size} color="#000000" bgColor="#ffffff" role="img" aria-label={label} />
    </RichProvider>
  );
}
