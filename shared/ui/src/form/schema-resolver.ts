import type { FieldValues, Resolver } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { formatNumber, translated } from '@panel/core';
import { readableIssues, type IssueTemplate } from '@panel/contract/input-issues';
import type * as v from 'valibot';

const said = ({ template, values }: IssueTemplate): string => {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(value) : value,
  ]);
  const text = translated(template, Object.fromEntries(shown));
  return text === template
    ? shown.reduce((filled, [name, value]) => filled.replace(`{${name}}`, String(value)), text)
    : text;
};

/** The same schema with issues that people can read: those of a union's member at its fields, never valibot's own texts. */
function readable<I, O>(schema: v.GenericSchema<I, O>): v.GenericSchema<I, O> {
  const run = ((dataset, config) => {
    const { issues, ...rest } = schema['~run'](dataset, config);
    return issues
      ? {
          ...rest,
          issues: readableIssues(issues).map(({ path, from, type }) => ({
            type,
            message: said(from),
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
