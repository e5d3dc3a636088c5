import { QRCode as AntQRCode } from 'antd';
import { RichProvider } from './rich-provider.tsx';

export type QrCodeProps = {
  /** What it says to a camera, e.g. an address. */
  value: string;
  /** What it is, for who cannot see it. */
  label: string;
  /** Pixels. */
  size?: number;
};

/** Dark on white in every scheme, with its quiet zone: scanners want it so. */
export function QrCode({ value, label, size = 160 }: QrCodeProps) {
  return (
    <RichProvider>
      <AntQRCode type="svg" value={value} size={size} color="#000000" bgColor="#ffffff" role="img" aria-label={label} />
    </RichProvider>
  );
}
