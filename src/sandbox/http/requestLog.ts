import { tokenPath } from '../accounts/authRoutes.ts';

/** One request as the service saw it. */
export interface SandboxRequest {
  method: string;
  path: string;
  /** With its question mark, or empty. */
  query: string;
  /** 0 while there is no answer, and for good where a fault broke the connection. */
  status: number;
  /** A JSON body as text, of the later requests; never that of the token exchange. */
  body?: string;
  /** Epoch ms. */
  at: number;
}

const requestsKept = 5000;
/** Characters of bodies that are kept: areas of interest can be megabytes long. */
const charactersKept = 16_000_000;

/** The last requests, newest last. */
export class RequestLog {
  readonly entries: SandboxRequest[] = [];
  private characters = 0;

  /** Notes a request; its status is filled in by the caller when there is one. */
  async add(request: Request, at: number): Promise<SandboxRequest> {
    const { pathname, search } = new URL(request.url);
    const isJson = /\bjson\b/.test(request.headers.get('content-type') ?? '');
    const entry: SandboxRequest = {
      method: request.method,
      path: pathname,
      query: search,
      status: 0,
      ...(isJson && pathname !== tokenPath ? { body: await request.clone().text() } : {}),
      at,
    };
    this.entries.push(entry);
    this.characters += entry.body?.length ?? 0;
    if (this.entries.length > requestsKept) this.forgetBody(this.entries.shift());
    for (const old of this.characters > charactersKept ? this.entries : []) {
      if (this.characters <= charactersKept) break;
      this.forgetBody(old);
    }
    return entry;
  }

  private forgetBody(entry: SandboxRequest | undefined): void {
    this.characters -= entry?.body?.length ?? 0;
    delete entry?.body;
  }
}
