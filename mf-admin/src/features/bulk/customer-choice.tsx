import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Banner } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { customerSearchQuery } from '@panel/resources/user';

type Option = { value: string; label: string };
type Props = {
  value: string | null;
  onChange: (id: string | null) => void;
  /** Shown before the search has found anyone. */
  own?: readonly Option[];
};

/** A customer of the partner, found by name or email. */
export function CustomerChoice({ value, onChange, own = [], ...field }: Props) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({ ...customerSearchQuery(keyword), placeholderData: keepPreviousData });
  const others = (found.data ?? []).filter(({ value: id }) => own.every((each) => each.value !== id));
  return (
    <>
      {found.isError && (
        <Banner kind="danger" live>
          {found.error.message}
        </Banner>
      )}
      <Combobox
        {...field}
        value={value}
        onChange={onChange}
        // Beside what was searched for, the present owner would be what Enter chooses.
        options={keyword === '' ? [...own, ...others] : others}
        onSearch={setKeyword}
        loading={found.isFetching}
        empty={t('No customer has this name or email.')}
      />
    </>
  );
}
