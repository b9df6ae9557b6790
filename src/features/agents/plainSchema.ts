import * as z from 'zod';

/**
 * A JSON Schema that the clients of models accept: without the draft that it is of, because some compile only another one, and
 * without an empty `additionalProperties`, because some take only a boolean there and lose all tools.
 */
export function plainSchema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(type, {
    io,
    target: 'draft-7',
    override({ jsonSchema }) {
      const { additionalProperties } = jsonSchema;
      if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0)
        delete jsonSchema.additionalProperties;
    },
  });
  return schema;
}
