import { DndContext, useDraggable, useDroppable } from '@dnd-kit/core';
import { Switch } from '@headlessui/react';
import * as Dialog from '@radix-ui/react-dialog';
import { motion } from 'motion/react';
import { useState, type ComponentType } from 'react';
import { DayPicker } from 'react-day-picker';
import toast, { Toaster } from 'react-hot-toast';

const Radix = () => (
  <Dialog.Root>
    <Dialog.Trigger>Open</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Content>
        <Dialog.Title>Radix dialog</Dialog.Title>
        <Dialog.Description>Above the page.</Dialog.Description>
        <Dialog.Close>Close</Dialog.Close>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);

function HeadlessUi() {
  const [on, setOn] = useState(false);
  return (
    <Switch checked={on} onChange={setOn} aria-label="Headless switch">
      {on ? 'on' : 'off'}
    </Switch>
  );
}

const HotToast = () => (
  <>
    <button onClick={() => toast('A toast of another team')}>Toast</button>
    <Toaster />
  </>
);

function Days() {
  const [day, setDay] = useState<Date>();
  return (
    <>
      <DayPicker mode="single" selected={day} onSelect={setDay} month={new Date(2026, 10, 1)} />
      <p>{day ? `picked ${day.getDate()}` : 'no day'}</p>
    </>
  );
}

const Motion = () => <motion.p animate={{ opacity: 1 }}>moved</motion.p>;

function Box() {
  const { attributes, listeners, setNodeRef } = useDraggable({ id: 'box' });
  return (
    <button ref={setNodeRef} {...listeners} {...attributes}>
      box
    </button>
  );
}

function Target({ dropped }: { dropped: boolean }) {
  const { setNodeRef } = useDroppable({ id: 'target' });
  return <p ref={setNodeRef}>{dropped ? 'dropped' : 'empty'}</p>;
}

function Dnd() {
  const [dropped, setDropped] = useState(false);
  return (
    <DndContext onDragEnd={({ over }) => setDropped(over?.id === 'target')}>
      <Box />
      <Target dropped={dropped} />
    </DndContext>
  );
}

export const OVERLAYS: Record<string, ComponentType> = {
  '@radix-ui/react-dialog': Radix,
  '@headlessui/react': HeadlessUi,
  'react-hot-toast': HotToast,
  'react-day-picker': Days,
  motion: Motion,
  '@dnd-kit/core': Dnd,
};
