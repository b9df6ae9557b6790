/** Style sheets are imported for the bundler, which writes them beside the script, or into it as a text. */
declare module '*.css' {
  const text: string;
  export = text;
}
