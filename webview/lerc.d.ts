declare module 'lerc' {
  type Pixels =
    | Uint8Array
    | Int8Array
    | Uint16Array
    | Int16Array
    | Uint32Array
    | Int32Array
    | Float32Array
    | Float64Array;
  const lerc: {
    /** One array for all bands, one band after another; throws texts. */
    decode: (bytes: ArrayBuffer) => { pixels: Pixels[]; mask: Uint8Array | null };
  };
  export = lerc;
}
