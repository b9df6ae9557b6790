// The package has no types for its tables.
declare module 'iconv-lite/encodings/sbcs-data-generated.js' {
  /**
   * Tables by their name, such as `cp437`, with the characters of the bytes from 0x80. Texts are names of other tables.
   */
  const tables: Readonly<Record<string, { type: '_sbcs'; chars: string } | string>>;
  export = tables;
}
