/** Style sheets are imported for the bundler, which writes them beside the script, or into it as a text. */
declare module '*.css' {
  const text: string;
  // eslint-disable-next-line no-restricted-exports -- the bundler's text is a default export
  export default text;
}
