import { useState } from 'react';
import { Icon, type IconName } from '../parts/icon.tsx';

export type WorkloadPictureProps = { picture: string | null; icon: IconName };

/** How it looked when its picture was taken; without a picture, an icon of its kind. The text beside it names it. */
export function WorkloadPicture({ picture, icon }: WorkloadPictureProps) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className="p-workload-picture">
      {picture && picture !== missing ? (
        <img src={picture} alt="" width={640} height={400} onError={() => setMissing(picture)} />
      ) : (
        <Icon name={icon} size={20} />
      )}
    </span>
  );
}
