/** A value of a form with names like `items[0][price]`. */
export type FormValue = string | FormFields;
export interface FormFields {
  [name: string]: FormValue;
}

const DEPTH_MAX = 6;

/** Reads a form in Stripe's notation; indexes are names. What is nested too deeply is left out. */
export function parseForm(text: string): FormFields {
  const fields: FormFields = Object.create(null) as FormFields;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, index) => part !== '' || index === 0);
    const last = path.pop();
    if (last === undefined || path.length >= DEPTH_MAX) continue;
    let at = fields;
    for (const part of path) {
      const next = at[part];
      const inner: FormFields = typeof next === 'object' ? next : (Object.create(null) as FormFields);
      at[part] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return fields;
}

export const textOf = (fields: FormFields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

export const fieldsOf = (fields: FormFields, name: string): FormFields => {
  const value = fields[name];
  return typeof value === 'object' ? value : (Object.create(null) as FormFields);
};

/** The elements of `name[0]`, `name[1]`, … */
export const listOf = (fields: FormFields, name: string): FormValue[] => Object.values(fieldsOf(fields, name));

export const flat = (fields: FormFields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
