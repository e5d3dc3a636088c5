import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateOpenApi } from '../../src/modules/openapi/openapi.ts';

const CONTRACT = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'contract');
const RECORD = path.join(CONTRACT, 'wire-shape.json');

/** The wire form of one version of the contract. */
export type WireShape = { version: string; digest: string };

/** Texts for people and the order of keys are not part of the form. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) =>
      !(['summary', 'description', 'title'].includes(key) && typeof inner === 'string') &&
      // Limits and the like can change: what a client sends and gets stays the same.
      !(key.startsWith('x-') || (key === 'deprecated' && inner === true)),
  );
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, shapeOf(inner)]));
}

/** The contract as it is now. */
export async function wireShapeNow(): Promise<WireShape> {
  const { paths, components } = await generateOpenApi();
  const { version } = JSON.parse(readFileSync(path.join(CONTRACT, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    digest: createHash('sha256')
      .update(JSON.stringify(shapeOf({ paths, components })))
      .digest('hex'),
  };
}

export const recordedWireShape = (): WireShape => JSON.parse(readFileSync(RECORD, 'utf8')) as WireShape;
export const writeWireShape = (shape: WireShape): void => writeFileSync(RECORD, `${JSON.stringify(shape, null, 2)}\n`);
