import { Field, Form, Formik } from 'formik';
import { useState, type ComponentType } from 'react';
import { useDropzone } from 'react-dropzone';
import { useForm } from 'react-hook-form';
import Select, { NonceProvider } from 'react-select';
import { useNonce } from '@panel/core';

function HookForm() {
  const { register, handleSubmit } = useForm({ defaultValues: { name: '' } });
  const [saved, setSaved] = useState('');
  return (
    <form onSubmit={(event) => void handleSubmit(({ name }) => setSaved(name))(event)}>
      <input aria-label="Name" {...register('name')} />
      <button>Save</button>
      <p>saved {saved}</p>
    </form>
  );
}

function FormikForm() {
  const [saved, setSaved] = useState('');
  return (
    <Formik initialValues={{ name: '' }} onSubmit={({ name }) => setSaved(name)}>
      <Form>
        <Field name="name" aria-label="Name" />
        <button type="submit">Save</button>
        <p>saved {saved}</p>
      </Form>
    </Formik>
  );
}

const COLORS = ['red', 'green'].map((color) => ({ value: color, label: color }));

function ReactSelect() {
  const [color, setColor] = useState('nothing');
  return (
    <NonceProvider nonce={useNonce()} cacheKey="mf-libraries-select">
      <Select aria-label="Color" options={COLORS} onChange={(option) => setColor(option?.value ?? 'nothing')} />
      <p>chosen {color}</p>
    </NonceProvider>
  );
}

function Dropzone() {
  const { acceptedFiles, getInputProps, getRootProps } = useDropzone();
  return (
    <div {...getRootProps()}>
      <input {...getInputProps({ 'aria-label': 'File' })} />
      <p>{acceptedFiles.map(({ name }) => name).join() || 'no file'}</p>
    </div>
  );
}

export const FORMS: Record<string, ComponentType> = {
  'react-hook-form': HookForm,
  formik: FormikForm,
  'react-select': ReactSelect,
  'react-dropzone': Dropzone,
};
