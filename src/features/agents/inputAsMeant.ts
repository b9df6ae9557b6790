/** Inputs as the clients of models send them: objects, lists and numbers as texts, and members that say nothing. */
import * as z from 'zod';
import { isRecord } from '../../base/fields.ts';

/**
 * The value that a client meant by one of another type. What isn't clear stays as it is, for the schema to refuse.
 *
 * @param type what is read
 */
export function inputAsMeant(type: unknown, value: unknown): unknown {
  if (type instanceof z.ZodOptional) return inputAsMeant(type.unwrap(), value);
  if (type instanceof z.ZodObject) return objectAsMeant(type, value);
  if (type instanceof z.ZodArray) {
    const read = fromText(value);
    return Array.isArray(read) ? read.map(item => inputAsMeant(type.element, item)) : value;
  }
  if (type instanceof z.ZodNumber || type instanceof z.ZodBoolean) return fromText(value);
  return typeof value === 'number' ? String(value) : value;
}

function objectAsMeant({ shape }: z.ZodObject, value: unknown): unknown {
  const read = objectFrom(value);
  if (!read) return value;
  const known = new Map<string, unknown>(Object.entries(shape));
  // Some clients can't call a tool without input, and make one up.
  if (known.size === 0) return {};
  return Object.fromEntries(
    Object.entries(read)
      .filter(([, member]) => !saysNothing(member))
      .map(([name, member]) => [name, known.has(name) ? inputAsMeant(known.get(name), member) : member]),
  );
}

/** The object that a value is, or that its text is the JSON of; empty for nothing, as some languages send an empty list. */
export function objectFrom(value: unknown): Record<string, unknown> | undefined {
  if (saysNothing(value)) return {};
  const read = fromText(value);
  if (Array.isArray(read) && read.length === 0) return {};
  return isRecord(read) ? read : undefined;
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The value that a text is the JSON of. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
