import { createMessageLink, type LinkMessage } from '../../../src/base/messageLink.ts';
import type { HostAnswers, HostQuestions, ToHost } from '../../../src/protocol/protocol.ts';
import { settle } from '../fakes.ts';

type Kind = keyof HostQuestions;
type AnswerOf<K extends Kind> = ReturnType<HostQuestions[K]>;

/** The host as the page sees it: a test answers what the page asks. */
export function fakeHost() {
  /** What the page sent beside its questions. */
  const posted: ToHost[] = [];
  const questions: LinkMessage[] = [];
  const open: { id: number; kind: Kind }[] = [];
  const link = createMessageLink<HostQuestions, object>({
    post: message => {
      questions.push(message);
      if (message.kind === 'ask') open.push({ id: message.id, kind: message.question.kind as Kind });
    },
    answers: {},
    unpackError: message => new Error(String(message)),
  });

  const waitsFor = (kind: Kind) => open.some(question => question.kind === kind);

  function oldest(kind: Kind): number {
    const index = open.findIndex(question => question.kind === kind);
    const [question] = index < 0 ? [] : open.splice(index, 1);
    if (!question) throw new Error(`The page doesn't wait for "${kind}".`);
    return question.id;
  }

  return {
    posted,
    post: (message: ToHost) => void posted.push(message),
    ask: link.ask,
    waitsFor,
    /** What the page asked, of a kind, and in order. */
    asked: <K extends Kind>(kind: K) =>
      questions.flatMap(message => {
        if (message.kind !== 'ask' || message.question.kind !== kind) return [];
        const { kind: _kind, ...question } = message.question;
        return [question as unknown as Parameters<HostAnswers[K]>[0]];
      }),
    /** How many questions the page has canceled. */
    canceled: () => questions.filter(({ kind }) => kind === 'cancel').length,
    /** Answers the oldest open question of a kind. */
    async answer<K extends Kind>(kind: K, value: AnswerOf<K>): Promise<void> {
      link.receive({ kind: 'answer', id: oldest(kind), value });
      await settle();
    },
    async fail(kind: Kind, problem: string): Promise<void> {
      link.receive({ kind: 'failed', id: oldest(kind), error: problem });
      await settle();
    },
  };
}
