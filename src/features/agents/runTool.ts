import { safeText } from '../../base/words/safeText.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { type Log, logError } from '../../platform/host/presentError.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import { loadPictures, type Pictures } from '../images/index.ts';
import type { OrderFacts } from '../orders/index.ts';
import { createAgentDrafts } from './agentDrafts.ts';
import { createFoundImages } from './foundImages.ts';
import { limitedAnswer, limitedText } from './limitedAnswer.ts';
import type { ToolAnswer } from './toolAnswer.ts';
import { readingClient, type ToolDesk } from './toolDesk.ts';
import { toolFailure } from './toolFailure.ts';
import type { ToolInput, ToolName } from './toolInputs.ts';

export interface RunnerParts extends Pick<
  ToolDesk,
  'catalog' | 'shortlist' | 'prices' | 'account' | 'orders' | 'money' | 'subscriptions' | 'reportFacts'
> {
  session: SessionOwner;
  facts: () => Promise<Pick<OrderFacts, 'context'>>;
  draftNames?: () => Promise<ToolDesk['draftNames']>;
  log: Log;
}

/** Rejects with a message in words, which the model reads and the chat shows; never with a stack trace. */
export type RunTool = (name: ToolName, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;

type Tool<N extends ToolName> = (
  desk: ToolDesk,
  input: ToolInput<N>,
  signal: AbortSignal,
) => Promise<ToolAnswer>;

const reading = () => import('./readingTools.ts');
const ofAccount = () => import('./accountTools.ts');
const drafting = () => import('./draftOrderTool.ts');

/** Each tool and its input validation are loaded when a model first calls it. */
const tools: { [N in ToolName]: () => Promise<Tool<N>> } = {
  swath_searchImages: async () => (await reading()).searchImages,
  swath_measureCoverage: async () => (await reading()).measureCoverage,
  swath_listShortlist: async () => (await reading()).listShortlist,
  swath_listAnalytics: async () => (await reading()).listAnalytics,
  swath_draftOrder: async () => (await drafting()).draftOrder,
  swath_priceOrder: async () => (await drafting()).priceOrder,
  swath_listOrders: async () => (await ofAccount()).listOrders,
  swath_reportSummary: async () => (await ofAccount()).reportSummary,
  swath_readAccount: async () => (await ofAccount()).readAccount,
};

/** Runs a tool on a model's input, which isn't validated yet. */
async function runTool(
  name: ToolName,
  desk: ToolDesk,
  value: unknown,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { readToolInput } = await import('./toolInputs.ts');
  const input = readToolInput(name, value);
  // The input type of a name is that of its tool, which the compiler can't infer.
  return (await tools[name]())(desk, input as never, signal);
}

/** A failure can quote the input, and list the files or areas to choose from. Characters. */
const longestFailure = 4000;

/** Larger pictures aren't sent to a model. Bytes. */
const maxPicture = 1_000_000;

/** Keeps none: a model rarely asks for the same one again. */
async function openPictures(session: SessionOwner): Promise<Pictures> {
  const { createPictures } = await loadPictures();
  const none = { get: () => Promise.resolve(undefined), put: () => Promise.resolve() };
  return createPictures(session, none, { bytes: { quicklook: maxPicture } });
}

export function createToolRunner({
  session,
  facts: loadFacts,
  draftNames: loadNames,
  log,
  ...deskParts
}: RunnerParts): RunTool {
  async function createDesk(): Promise<ToolDesk> {
    const [facts, draftNames] = await Promise.all([loadFacts(), loadNames?.()]);
    const connection = () => asSignedIn(session.current.peek())?.connection.name;
    const found = createFoundImages(session, id => facts.context().imageById?.(id));
    let pictures: Promise<Pictures> | undefined;
    const quicklook = async (image: Image, signal: AbortSignal) =>
      (await (pictures ??= openPictures(session))).quicklook(image, signal);
    const drafts = createAgentDrafts();
    return {
      ...deskParts,
      client: () => readingClient(session),
      connection,
      facts,
      draftNames,
      found,
      quicklook,
      drafts,
    };
  }
  const desk = loadOnce(createDesk);

  return async (name, input, signal) => {
    try {
      const answer = await runTool(name, await desk(), input, signal);
      return { ...answer, result: limitedAnswer(answer.result) };
    } catch (error) {
      logError(error, log);
      throw new Error(limitedText(safeText(toolFailure(error)), longestFailure), { cause: error });
    }
  };
}
