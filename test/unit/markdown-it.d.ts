/** The part that tests need: the editor's Markdown parser. */
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
  // As in the package.
  // oxlint-disable-next-line no-restricted-exports
  export { MarkdownIt as default };
}
