/** Forms on react-hook-form, loaded with the first page that has one (ADR 0034). Inputs come from `@panel/ui`. */
export { useForm, type FormState, type UseFormOptions } from './form/use-form.ts';
export { Form, FormPanel, type FormPanelProps, type FormProps } from './form/form.tsx';
export { FormField, useFormField, type FormFieldProps, type FormInput } from './form/form-field.tsx';
export { PersonFields } from './form/person-fields.tsx';
export { RenamePanel, type RenamePanelProps } from './form/rename-panel.tsx';
export { FieldList, type FieldListProps } from './form/field-list.tsx';
export { useWatch } from 'react-hook-form';
