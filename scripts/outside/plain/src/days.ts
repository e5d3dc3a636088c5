import { create } from 'zustand';

export const useDays = create<{ days: number; more: () => void }>((set) => ({
  days: 3,
  more: () => set(({ days }) => ({ days: days + 1 })),
}));
