import { configureStore, createSlice } from '@reduxjs/toolkit';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { atom, useAtomValue } from 'jotai';
import { atomWithReset, useResetAtom } from 'jotai/utils';
import { useSetAtom } from 'jotai/react';
import React, { type ComponentType } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Provider, useDispatch, useSelector } from 'react-redux';
import useSWR from 'swr';
import { create } from 'zustand';

const useZustand = create<{ count: number; add: () => void }>((set) => ({
  count: 0,
  add: () => set(({ count }) => ({ count: count + 1 })),
}));

function Zustand() {
  const { count, add } = useZustand();
  return <button onClick={add}>count {count}</button>;
}

function Swr() {
  const { data } = useSWR('answer', async () => 'fetched');
  return <p>{data ?? 'loading'}</p>;
}

const countAtom = atomWithReset(0);
const doubleAtom = atom((get) => get(countAtom) * 2);

function Jotai() {
  const double = useAtomValue(doubleAtom);
  const set = useSetAtom(countAtom);
  const reset = useResetAtom(countAtom);
  return (
    <>
      <button onClick={() => set((count) => count + 1)}>double {double}</button>
      <button onClick={reset}>reset</button>
    </>
  );
}

const counter = createSlice({
  name: 'counter',
  initialState: { count: 0 },
  reducers: {
    add: (state) => {
      state.count += 1;
    },
  },
});
const store = configureStore({ reducer: counter.reducer });

function Counter() {
  const count = useSelector((state: { count: number }) => state.count);
  const dispatch = useDispatch();
  return <button onClick={() => dispatch(counter.actions.add())}>count {count}</button>;
}

const Redux = () => (
  <Provider store={store}>
    <Counter />
  </Provider>
);

function Query() {
  const { data } = useQuery({ queryKey: ['mf-libraries', 'answer'], queryFn: async () => 'fetched' });
  return <p>{data ?? 'loading'}</p>;
}

const translations = i18next.createInstance();
void translations.init({ lng: 'en', resources: { en: { translation: { greeting: 'Good morning, {{name}}' } } } });

const Greeting = () => <p>{useTranslation().t('greeting', { name: 'Jo' })}</p>;

const I18n = () => (
  <I18nextProvider i18n={translations}>
    <Greeting />
  </I18nextProvider>
);

/** The default export of a library in CommonJS. */
class Default extends React.Component {
  override render() {
    return React.createElement('p', null, `React ${React.version}`);
  }
}

export const STATE: Record<string, ComponentType> = {
  react: Default,
  zustand: Zustand,
  swr: Swr,
  'jotai/utils': Jotai,
  'react-redux': Redux,
  '@tanstack/react-query': Query,
  'react-i18next': I18n,
};
