/** What each tool returns, for clients that check it. Fields that the service doesn't report are missing. */
import * as z from 'zod';
import { factNamed, factNames } from '../images/rules/index.ts';
import { plainSchema } from './plainSchema.ts';
import type { ToolName } from './toolInputs.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC.');
const share = z.number().describe('0 to 1.');
const count = z.int().min(0);
const money = z.string().describe('With its unit, such as "12 credits".');

const readAt = time.describe('When the service was asked. ISO 8601, UTC.');
const paging = {
  page: z.int().min(1),
  nextPage: z.int().optional().describe('Missing on the last page. Can be empty where the total is unknown.'),
};
const lacks = z.array(text).optional().describe('Present if the list lacks entries, or may: say so.');
const total = z
  .union([count, text])
  .describe('Of all pages. A text such as "10000 or more" is a limit of the service, "not told" is unknown.');
const aging = {
  readAt: readAt.optional().describe('When the service was asked. Missing if this was read before the call.'),
  notRefreshed: text.optional().describe('Why this is older than the call: say so.'),
};
const area = {
  area: text.optional(),
  areaKm2: z.number().optional(),
};
const problems = z.array(z.looseObject({ severity: text, message: text, at: text }));
const next = text.describe('What to do now.');

const factFields = factNames.flatMap(name => {
  const { type, agents } = factNamed(name);
  if (agents === 'not told') return [];
  const field = (type === 'number' ? z.number() : text).optional();
  return [[name, agents.description === undefined ? field : field.describe(agents.description)] as const];
});

const image = {
  ...Object.fromEntries(factFields),
  id: text,
  shareOfAreaCovered: share.optional(),
};

const order = {
  id: text,
  title: text,
  kind: text.optional(),
  status: text,
  phase: text,
  createdAt: text.optional(),
  price: money.optional(),
  refund: text
    .optional()
    .describe('Of a failed order: what became of its money, as far as the payments show it.'),
};

export const toolOutputs = {
  swath_searchImages: z.looseObject({
    total,
    ...paging,
    ...area,
    readAt,
    lacks,
    withoutQuicklook: z
      .array(text)
      .optional()
      .describe('Ids of the images whose picture was asked for and is not available.'),
    images: z.array(
      z.looseObject({
        ...image,
      }),
    ),
  }),
  swath_measureCoverage: z.looseObject({
    ...area,
    shareCoveredTogether: share,
    leftKm2: z.number(),
    measuredAt: time,
    images: z.array(z.looseObject({ id: text, shareOfAreaCovered: share })),
  }),
  swath_listShortlist: z.looseObject({
    total: count,
    ...paging,
    ...area,
    images: z.array(z.looseObject({ ...image, note: text.optional().describe('By the user.') })),
  }),
  swath_listAnalytics: z.looseObject({
    total: count,
    readAt,
    lacks,
    analytics: z.array(
      z.looseObject({
        code: text,
        name: text,
        type: text.optional(),
        images: z.union([count, text]).describe('How many it takes.'),
        constellations: z.union([z.array(text), text]),
        description: text.optional(),
      }),
    ),
  }),
  swath_draftOrder: z.looseObject({
    opened: z.boolean(),
    file: text.optional().describe('The name by which it can be priced.'),
    problems,
    next,
  }),
  swath_listOrders: z.looseObject({
    total: count.optional(),
    page: paging.page.optional(),
    nextPage: paging.nextPage,
    area: text.optional(),
    orders: z
      .array(z.looseObject({ ...order, deliveries: count }))
      .optional()
      .describe('Missing if one order was asked for: its fields are beside this one then.'),
    ...aging,
    lacks,
  }),
  swath_reportSummary: z.looseObject({
    title: text,
    features: count,
    geometries: z.looseObject({}).describe('How many of each type.'),
    acquired: time.optional(),
    deliveredAt: text.optional(),
    savedAt: time,
    readAt: time.describe('When the file was read. ISO 8601, UTC.'),
    notRefreshed: text.optional(),
    properties: z.array(z.looseObject({ name: text, count })),
    moreProperties: count.optional(),
  }),
  swath_readAccount: z.looseObject({
    balance: money.optional(),
    balanceReadAt: time.optional(),
    subscriptionsReadAt: time.optional(),
    notRefreshed: text.optional().describe('Why this is older than the call: say so.'),
    lacks,
    subscriptions: z
      .array(z.looseObject({ id: text, title: text.optional(), status: text.optional() }))
      .optional(),
  }),
  swath_priceOrder: z.looseObject({
    priced: z.boolean(),
    price: money.optional(),
    readAt: readAt.optional(),
    balance: money.optional(),
    balanceReadAt: time.optional(),
    balanceNotRefreshed: text.optional().describe('Why the balance is old: say so.'),
    balanceAfter: money.optional(),
    isEnough: z.boolean().optional(),
    notOrderable: text.optional(),
    next,
  }),
} as const satisfies Record<ToolName, z.ZodType>;

/** As the protocol lists it. */
export function outputSchema(name: ToolName): object {
  const cut = text.optional().describe('Which texts or lists are too long and cut.');
  return plainSchema(toolOutputs[name].extend({ cut }), 'output');
}
