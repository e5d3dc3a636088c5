import * as v from 'valibot';

type Fields = v.GenericSchema<unknown, Record<string, unknown>>;

/** What a kind of task is given. It is checked before the task is stored, and again when a step reads it. */
export type Payload<Value = Record<string, unknown>, Schema extends Fields = Fields> = {
  schema: Schema;
  /**
   * The fields of a stored payload; others are left out.
   * @throws ValiError for a payload that another version has stored and this one does not understand
   */
  of(payload: Record<string, unknown>): Value;
};

/** The fields of a declared payload. */
export type PayloadOf<Declared extends Payload<unknown>> = ReturnType<Declared['of']>;

/** Declares the payload of a kind of task by its schema. */
export const definePayload = <Schema extends Fields>(schema: Schema): Payload<v.InferOutput<Schema>, Schema> => ({
  schema,
  of: (payload) => v.parse(schema, payload),
});
