/** What each tool takes. The manifest holds the same as JSON Schemas, made from these. */
import * as z from 'zod';
import { UserError } from '../editor/userError.ts';
import { constellationCodes } from '../model/images/imagery.ts';
import { orderKinds } from '../model/order/order.ts';
import { imageFormats, productTypes, radiometries } from '../model/order/productOptions.ts';

/** Images that one question names at most. */
const mostImages = 25;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const percent = z.number().min(0).max(100);
const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

const area = {
  file: z
    .string()
    .optional()
    .describe(
      'A GeoJSON file of the workspace, or an open document, that holds the area of interest: its path within the workspace, such as "harbour.geojson".',
    ),
  area: z
    .string()
    .optional()
    .describe(
      'Which polygon of the file: its name, or its number counted from 1. Needed where there are several.',
    ),
  polygon: z
    .object({
      type: z.literal('Polygon'),
      coordinates: z.array(z.array(z.array(z.number()).min(2))).min(1),
    })
    .optional()
    .describe(
      'In place of a file: a GeoJSON Polygon in WGS 84, positions as [longitude, latitude] in degrees, rings closed. Prefer a file: it is read exactly.',
    ),
};

const imageIds = z
  .array(z.string().min(1))
  .min(1)
  .max(mostImages)
  .describe('Ids of images of the catalogue, as the search tells them.');

export const toolInputs = {
  swath_searchImages: z.strictObject({
    ...area,
    circle: z
      .strictObject({ longitude, latitude, radius: z.number().positive().describe('Metres.') })
      .optional()
      .describe('In place of a polygon: images whose footprint touches this circle.'),
    bounds: z
      .array(z.number().min(-180).max(180))
      .length(4)
      .optional()
      .describe(
        'In place of a polygon: images whose footprint touches the box west, south, east, north, degrees.',
      ),
    relation: z
      .enum(['intersects', 'contains', 'within', 'disjoint'])
      .optional()
      .describe('How the footprint lies to the polygon; "contains" finds images that cover all of it.'),
    acquiredFrom: day.optional().describe('First day of acquisition, YYYY-MM-DD, UTC.'),
    acquiredTo: day.optional().describe('Last day of acquisition, YYYY-MM-DD, UTC, inclusive.'),
    lastDays: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe('The days up to today, in place of acquiredFrom and acquiredTo.'),
    minCloudCover: percent.optional().describe('Lowest cloud cover of the acquisition, percent.'),
    maxCloudCover: percent.optional().describe('Highest cloud cover of the acquisition, percent.'),
    constellation: z
      .enum(constellationCodes)
      .optional()
      .describe('PNEO has a ground sampling distance of 0.3 m, PHR of 0.5 m, SPOT of 1.5 m.'),
    processingLevel: z
      .enum(['SENSOR', 'ALBUM'])
      .optional()
      .describe('Analytics fully support SENSOR images only.'),
    productType: z
      .string()
      .min(1)
      .optional()
      .describe('As the catalogue spells it, or a comma list. "bundle,mono" leaves stereo out.'),
    workspace: z
      .enum(['public', 'public-pneo'])
      .optional()
      .describe(
        '"public" is the 0.5 m and 1.5 m catalogue, "public-pneo" the 0.3 m one; both where it is left out.',
      ),
    sortBy: z
      .string()
      .optional()
      .describe(
        'Names of fields with commas between them, "-" before a name for falling order, such as "cloudCover,-acquisitionDate". Newest first where it is left out.',
      ),
    limit: z.int().min(1).max(100).optional().describe('Images that are told of; 20 where it is left out.'),
    showOnMap: z
      .boolean()
      .optional()
      .describe(
        'Shows the search on the map as well, in place of the one that is there. Only when the user wants it.',
      ),
  }),
  swath_measureCoverage: z.strictObject({ ...area, imageIds }),
  swath_listAnalytics: z.strictObject({}),
  swath_draftOrder: z.strictObject({
    ...area,
    kind: z
      .enum(orderKinds)
      .describe(
        '"order.analytics-toolbox.archive" is a report that an analytic makes of images; the others are image products, clipped to the area.',
      ),
    title: z.string().min(1).max(200).describe('The name under which the user finds the order again.'),
    imageIds,
    analytic: z
      .string()
      .optional()
      .describe(
        'Code of the analytic, for a report. It says how many images it takes, and of which constellations.',
      ),
    product: z
      .strictObject({
        productType: z.enum(Object.keys(productTypes)).optional(),
        radiometricProcessing: z.enum(Object.keys(radiometries)).optional(),
        imageFormat: z.enum(Object.keys(imageFormats)).optional(),
      })
      .optional()
      .describe('For image products: what is to be other than usual.'),
  }),
  swath_priceOrder: z.strictObject({
    file: z
      .string()
      .describe(
        'The order file (*.order.json): its path within the workspace, or the name of the open draft.',
      ),
  }),
} as const;

export type ToolName = keyof typeof toolInputs;
export type ToolInput<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;
export type AreaInput = ToolInput<'swath_measureCoverage'>;

/** What a model sent. Throws {@link UserError} that says what is wrong with it and where. */
export function readToolInput<N extends ToolName>(name: N, given: unknown): ToolInput<N> {
  const read = toolInputs[name].safeParse(given);
  // The schema of a name gives the input of that name, which the compiler cannot follow.
  if (read.success) return read.data as ToolInput<N>;
  throw new UserError(z.prettifyError(read.error));
}

/** As the manifest holds it. */
export function toolSchema(name: ToolName): object {
  const schema: Record<string, unknown> = {
    ...z.toJSONSchema(toolInputs[name], { io: 'input', target: 'draft-7' }),
  };
  delete schema.$schema;
  return schema;
}
