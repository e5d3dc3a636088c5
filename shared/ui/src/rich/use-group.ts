import { useField } from '../form/field.tsx';

/** For a part of several controls: a group with its own label, or with label, help and error of the Field around it. */
export function useGroup(label?: string) {
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = useField();
  return {
    group: {
      role: 'group',
      'aria-label': label,
      'aria-labelledby': label || !id ? undefined : `${id}-label`,
      'aria-describedby': describedBy,
    },
    status: invalid ? ('error' as const) : undefined,
  };
}
