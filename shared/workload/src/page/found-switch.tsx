import { useState } from 'react';
import { WorkloadSwitch, type WorkloadChoice } from '@panel/ui/data';

type Props = {
  label: string;
  /** Those that a keyword finds, once it is enabled; undefined while they load. */
  useFound: (keyword: string, enabled: boolean) => readonly WorkloadChoice[] | undefined;
};

/** Opens the same page of another site or application. They are read once it opens. */
export function FoundSwitch({ label, useFound }: Props) {
  const [isOpened, setOpened] = useState(false);
  const [keyword, setKeyword] = useState('');
  const choices = useFound(keyword, isOpened);
  return (
    <WorkloadSwitch
      label={label}
      keyword={keyword}
      onKeyword={setKeyword}
      choices={choices}
      onOpen={() => setOpened(true)}
    />
  );
}
