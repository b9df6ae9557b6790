/** The input of each tool. The manifest contains the same as JSON Schemas, generated from these. */
import * as z from 'zod';
import { orderKinds, orderPhases } from '../../service/rules/order.ts';
import { imageFormats, productTypes, radiometries } from '../../service/rules/productOptions.ts';
import type { CriterionForm } from '../../service/rules/searchCriteria.ts';
import { UserError } from '../../platform/host/userError.ts';
import { criterionNames, type SavedSearch, searchCriteria } from '../images/rules/index.ts';
import { inputAsMeant } from './inputAsMeant.ts';
import { plainSchema } from './plainSchema.ts';
import { correctInputText } from './toolFailure.ts';

const maxImages = 25;

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

const area = {
  file: z
    .string()
    .optional()
    .describe('Workspace path of a GeoJSON file with the area of interest, or an open document.'),
  area: z
    .string()
    .optional()
    .describe('Name of the polygon in the file, or its number from 1, if there are several.'),
  polygon: z
    .object({
      // Not a literal: strict interfaces refuse `const`.
      type: z.enum(['Polygon']),
      coordinates: z.array(z.array(z.array(z.number()).min(2))).min(1),
    })
    .optional()
    .describe('Instead of a file: a GeoJSON Polygon in WGS 84. Prefer a file: it is read exactly.'),
};

const page = z
  .int()
  .min(1)
  .max(10_000)
  .optional()
  .describe('Page of the answer, from 1: "nextPage" of the one before. Keep "limit" the same.');

const imageIds = z
  .array(z.string().min(1))
  .min(1)
  .max(maxImages)
  .describe('Ids of images, as the search returns them.');

type FilterName = Exclude<keyof SavedSearch, 'aoi' | 'circle' | 'bounds' | 'ids'>;

/** The criteria that agents can search by, apart from areas. */
const criteriaForAgents = Object.fromEntries(
  criterionNames.flatMap(name => {
    const { form, forAgents } = searchCriteria[name];
    return typeof forAgents === 'string'
      ? [[name, criterionSchema(form).optional().describe(forAgents)]]
      : [];
  }),
) as { [Name in FilterName]: z.ZodOptional<z.ZodType<NonNullable<SavedSearch[Name]>>> };

function criterionSchema(form: CriterionForm): z.ZodType {
  switch (form.kind) {
    case 'choice':
      return z.enum(form.of);
    case 'number':
      return (form.isWhole ? z.int() : z.number()).min(form.min).max(form.max);
    case 'text':
      return form.pattern === undefined ? z.string().min(1) : z.string().regex(form.pattern);
    case 'own':
      throw new Error('has a form of its own here');
  }
}

export const toolInputs = {
  swath_searchImages: z.strictObject({
    ...area,
    circle: z
      .strictObject({ longitude, latitude, radius: z.number().min(1).describe('Meters.') })
      .optional()
      .describe('Instead of a polygon: images whose footprint intersects this circle.'),
    bounds: z
      .array(z.number().min(-180).max(180))
      .length(4)
      .optional()
      .describe('Instead of a polygon: a box as [west, south, east, north] in degrees.'),
    ...criteriaForAgents,
    limit: z.int().min(1).max(100).optional().describe('Most images to return. Default: 20.'),
    page,
    quicklooks: z
      .int()
      .min(1)
      .max(4)
      .optional()
      .describe(
        'How many of the first images to return as small pictures too. Only if you can see pictures.',
      ),
    showOnMap: z
      .boolean()
      .optional()
      .describe('Replaces the search on the map with this one. Only if the user wants it.'),
  }),
  swath_measureCoverage: z.strictObject({ ...area, imageIds }),
  swath_listShortlist: z.strictObject({
    ...area,
    limit: z.int().min(1).max(100).optional().describe('Most images to return. Default: 20.'),
    page,
  }),
  swath_listAnalytics: z.strictObject({}),
  swath_draftOrder: z.strictObject({
    ...area,
    kind: z
      .enum(orderKinds)
      .describe('"order.analytics-toolbox.archive" is a report; the others are clipped image products.'),
    title: z.string().min(1).max(200).describe('The name by which the user finds the order.'),
    imageIds,
    analytic: z
      .string()
      .optional()
      .describe('Code of the analytic of a report; it sets how many images, and of what constellations.'),
    product: z
      .strictObject({
        productType: z.enum(Object.keys(productTypes)).optional(),
        radiometricProcessing: z.enum(Object.keys(radiometries)).optional(),
        imageFormat: z.enum(Object.keys(imageFormats)).optional(),
      })
      .optional()
      .describe('For image products: options other than the defaults.'),
  }),
  swath_listOrders: z.strictObject({
    ...area,
    id: z.string().min(1).max(200).optional().describe('Only this order, with its deliveries.'),
    phase: z
      .enum(orderPhases)
      .optional()
      .describe('Only orders that are still produced, delivered, or failed.'),
    limit: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Most orders to return, the latest first. Default: 20.'),
    page,
  }),
  swath_reportSummary: z.strictObject({
    orderId: z.string().min(1).max(200).describe('The order of a report that is on this machine.'),
  }),
  swath_readAccount: z.strictObject({}),
  swath_priceOrder: z.strictObject({
    file: z
      .string()
      .describe('Workspace path of the order file (*.order.json), or the name of the open draft.'),
  }),
} as const;

export type ToolName = keyof typeof toolInputs;
export type ToolInput<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;
export type AreaInput = ToolInput<'swath_measureCoverage'>;

/** A model's input, read as it is meant. Throws {@link UserError} that says what is wrong with it and where. */
export function readToolInput<N extends ToolName>(name: N, input: unknown): ToolInput<N> {
  const read = toolInputs[name].safeParse(inputAsMeant(toolInputs[name], input));
  // The schema of a name produces the input of that name, which the compiler can't infer.
  if (read.success) return read.data as ToolInput<N>;
  throw new UserError(`${z.prettifyError(read.error)}\n${correctInputText()}`);
}

/** As the manifest contains it. */
export function toolSchema(name: ToolName): object {
  return plainSchema(toolInputs[name], 'input');
}
