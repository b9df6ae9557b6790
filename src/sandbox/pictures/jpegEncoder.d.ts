// The encoder only: nothing is decoded in the sandbox.
declare module 'jpeg-js/lib/encoder.js' {
  import { encode } from 'jpeg-js';

  export = encode;
}
