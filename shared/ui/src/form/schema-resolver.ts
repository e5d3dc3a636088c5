import type { FieldValues, Resolver } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { translated } from '@panel/core';
import { readableIssues } from '@panel/contract/input-issues';
import type * as v from 'valibot';

/** The same schema with issues that people can read: those of a union's member at its fields, never valibot's own texts. */
function readable<I, O>(schema: v.GenericSchema<I, O>): v.GenericSchema<I, O> {
  const run = ((dataset, config) => {
    const { issues, ...rest } = schema['~run'](dataset, config);
    return issues
      ? {
          ...rest,
          issues: readableIssues(issues).map(({ path, message, type }) => ({
            type,
            message: translated(message),
            path: path.length > 0 ? path : undefined,
          })),
        }
      : rest;
  }) as (typeof schema)['~run'];
  return { ...schema, '~run': run };
}

/** Validates a form by a schema. */
export const schemaResolver = <I extends FieldValues, O>(schema: v.GenericSchema<I, O>): Resolver<I, unknown, O> =>
  valibotResolver(readable(schema));
