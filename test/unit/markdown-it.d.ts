/** As much of it as tests need: the editor's reader of Markdown. */
declare module 'markdown-it' {
  interface Options {
    html?: boolean;
    linkify?: boolean;
  }
  class MarkdownIt {
    constructor(options: Options);
    readonly linkify: { set(options: { fuzzyLink: boolean }): void };
    render(markdown: string): string;
  }
  // As the package has it.
  // eslint-disable-next-line no-restricted-exports
  export { MarkdownIt as default };
}
