/**
 * A user at the fake editor. A script answers the extension's questions, one after another; a question beyond the
 * script fails the test. Lists and boxes that are one of several steps wait for the test.
 */
import { onTestFinished } from 'vitest';
import { manifest } from './context.ts';
import { type FakeEditor, newEditor } from './editor.ts';
import type { Input } from './inputs.ts';
import { Message } from './messages.ts';

/** A question or message shown to the user. */
export interface Shown {
  kind: 'pick' | 'input' | 'modal' | 'message';
  /** Title or message. */
  text: string;
  /** Of a modal dialog or an input box: the text below. */
  detail: string;
  /** Labels of the choices. */
  choices: string[];
  /** Of a list: the same with their descriptions. */
  lines: string[];
  /** Of a list with multiple selection: the initially selected ones. */
  picked: string[];
  /** Of an input box. */
  value: string;
  validate: (text: string) => unknown;
  /** Of an input box or a list: a click elsewhere doesn't close it. */
  staysOpen: boolean;
}

/** A text that gets past a box although its validation rejects it: the caller must check it as well. */
interface Slip {
  slips: string;
}
/** A label or text, or several labels; `undefined` is Escape. */
type Given = string | readonly string[] | Slip | undefined;
export type Answer = (prompt: Shown) => Given | Promise<Given>;

export class User {
  /** All questions and messages, in order. */
  readonly prompts: Shown[] = [];
  answers: Answer[] = [];
  private readonly editor: FakeEditor;

  constructor(editor: FakeEditor) {
    this.editor = editor;
    editor.answerer = async prompt => {
      try {
        await this.answer(prompt);
      } catch (error) {
        // The extension may treat it as one of its own errors and continue.
        onTestFinished(() => {
          throw error;
        });
        throw error;
      }
    };
    for (const { command } of manifest.contributes.commands) editor.standIn(command);
  }
  /** Messages, in order. */
  get messages(): string[] {
    return this.prompts.filter(({ kind }) => kind === 'message').map(({ text }) => text);
  }
  /** Everything that was ever on screen, in one text. */
  get screen(): string {
    const { progress, statusTexts, inputs } = this.editor;
    return JSON.stringify([this.prompts, progress, statusTexts, inputs.map(input => input.lines())]);
  }

  private async answer(prompt: Message | Input): Promise<void> {
    const question = prompt instanceof Message ? messageShown(prompt) : inputShown(prompt);
    this.prompts.push(question);
    if (question.kind === 'message' && question.choices.length === 0) {
      (prompt as Message).close();
      return;
    }
    const answer = this.answers.shift();
    if (!answer) throw new Error(`Nobody answers "${question.text}" (${question.choices.join(', ')})`);
    const reply = await answer(question);
    if (prompt instanceof Message) {
      if (reply === undefined) prompt.close();
      else if (typeof reply === 'string') prompt.press(reply);
      else throw new Error(`"${question.text}" takes one button.`);
    } else if (reply === undefined) prompt.hide();
    else if (typeof reply === 'object' && 'slips' in reply) {
      prompt.validate = () => undefined;
      enterText(prompt, reply.slips);
    } else if (prompt.kind === 'pick') prompt.choose(...[reply].flat());
    else {
      const text = String(reply);
      if (await prompt.refusal(text)) throw new Error(`"${question.text}" does not take "${text}".`);
      enterText(prompt, text);
    }
  }
}

function enterText(box: Input, text: string): void {
  box.type(text);
  box.accept();
}

const none: Pick<Shown, 'detail' | 'choices' | 'lines' | 'picked' | 'value' | 'validate' | 'staysOpen'> = {
  detail: '',
  choices: [],
  lines: [],
  picked: [],
  value: '',
  staysOpen: false,
  validate: () => undefined,
};

function messageShown({ isModal, text, detail, choices }: Message): Shown {
  return { ...none, kind: isModal ? 'modal' : 'message', text, detail, choices: [...choices] };
}

function inputShown(input: Input): Shown {
  const { kind, title: text = '', prompt: detail = '', ignoreFocusOut: staysOpen, value } = input;
  const validate = (typed: string) => input.validate(typed);
  if (kind === 'box') return { ...none, kind: 'input', text, detail, value, validate, staysOpen };
  const labels = (items: typeof input.items) => items.map(({ label }) => label).filter(label => label !== '');
  const choices = labels(input.items);
  const picked = labels(input.selectedItems);
  return { ...none, kind: 'pick', text, choices, lines: input.lines(), picked, staysOpen };
}

export let user: User;

/** A new editor with a user. Call it before each test. */
export function newUser(): void {
  user = new User(newEditor());
}

/** Answers any question with one of the choices or a text. */
export function say(reply: Given): Answer {
  return () => reply;
}

/** The same, after checking the question. */
export function read(expected: RegExp, reply: Given): Answer {
  return prompt => {
    const text = `${prompt.text}\n${prompt.detail}`;
    if (!expected.test(text)) throw new Error(`${text} does not match ${String(expected)}`);
    return reply;
  };
}

/** Types a text that the box rejects for this reason, and that would change nothing if it were accepted. */
export function refused(text: string, why = /./): Answer {
  return async ({ text: title, validate }) => {
    const found = (await validate(text)) as string | undefined;
    if (!why.test(found ?? '')) throw new Error(`"${title}" says of "${text}": ${found}`);
    return { slips: text };
  };
}

/** Presses Enter in a dialog: its first button. */
export const enter: Answer = ({ choices }) => choices[0];
