declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  export interface OpenJpeg {
    J2KDecoder: new () => {
      getEncodedBuffer: (length: number) => Uint8Array;
      /** Each level halves the image. @param layer 0 for all */
      decodeSubResolution: (level: number, layer: number) => void;
      getFrameInfo: () => { width: number; height: number; bitsPerSample: number };
      getDecodedBuffer: () => Uint8ClampedArray<ArrayBuffer>;
      delete: () => void;
    };
    J2KEncoder: new () => {
      /** Where the samples are written, pixel by pixel. */
      getDecodedBuffer: (facts: {
        width: number;
        height: number;
        bitsPerSample: number;
        componentCount: number;
        isSigned: boolean;
      }) => Uint8Array<ArrayBuffer>;
      setDecompositions: (levels: number) => void;
      setQuality: (isLossless: boolean, ratio: number) => void;
      encode: () => void;
      /** A codestream without boxes. */
      getEncodedBuffer: () => Uint8Array;
      delete: () => void;
    };
  }
  export default function openJpeg(options: {
    wasmBinary: ArrayBuffer;
    print: (text: string) => void;
    printErr: (text: string) => void;
  }): Promise<OpenJpeg>;
}
