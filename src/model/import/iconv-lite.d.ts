// The package has no types for its tables.
declare module 'iconv-lite/encodings/sbcs-data-generated.js' {
  /** An encoding of one byte per character. */
  export interface SingleByteTable {
    type: '_sbcs';
    /** The characters of the bytes from 0x80. */
    chars: string;
  }

  /** Tables by their name, such as `cp437`; texts are names of others. */
  const tables: Readonly<Record<string, SingleByteTable | string>>;
  export default tables;
}
