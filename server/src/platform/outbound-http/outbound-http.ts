import { Agent, type Dispatcher } from 'undici';
import { AddressRefused, createAddressGuard, type ResolveName } from './address-guard.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the call to the last byte of the answer. Default 15 s. */
  readonly timeoutMs?: number;
  /** Maximum bytes read of the answer. Default 64 KiB. The rest is dropped. */
  readonly maxBodyBytes?: number;
}

/**
 * The outcome of a call.
 * - `answer`: any status was received. `truncated`: the body exceeded `maxBodyBytes`.
 * - `not_sent`: no byte was sent, so the receiver cannot have acted on it.
 * - `cut`: sent at least partly, without a complete answer. The receiver may have acted.
 */
export type OutboundResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly body: string;
      readonly truncated: boolean;
      readonly ms: number;
    }
  | (Failed & { readonly kind: 'not_sent' })
  | (Failed & { readonly kind: 'cut' });

interface Failed {
  readonly reason: OutboundFailure;
  readonly message: string;
  readonly ms: number;
}

type OutboundFailure = 'bad_url' | 'address_refused' | 'timeout' | 'connection';

/** Outbound calls with guarded addresses and timeouts, without redirects and retries. */
export interface OutboundHttp {
  /** Returns false if the URL itself is refused. A name is checked when it is resolved. */
  mayCall(url: string): boolean;
  /** Never rejects. */
  send(request: OutboundRequest): Promise<OutboundResult>;
  close(): Promise<void>;
}

export interface OutboundHttpOptions {
  /** Allowed addresses or CIDR ranges that are not public. */
  readonly allow: readonly string[];
  /** Whether to reuse connections. A dead connection turns a call into `cut`, so payouts do not reuse them. */
  readonly keepAlive?: boolean;
  /** Default: the system's resolver. */
  readonly resolve?: ResolveName | undefined;
}

const CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BODY_BYTES = 64 * 1024;
/** The receiver can make a message long, by the names in its certificate or its IP addresses. Messages are stored. */
const MAX_MESSAGE_LENGTH = 500;

export function createOutboundHttp({
  allow,
  keepAlive = true,
  resolve: resolveName,
}: OutboundHttpOptions): OutboundHttp {
  const guard = createAddressGuard(allow, resolveName);
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: guard.lookup },
    pipelining: keepAlive ? 1 : 0,
    // With HTTP/2, undici retries a refused stream and ignores `pipelining`.
    allowH2: false,
    // Only a backup for the call's own timer.
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });

  return {
    mayCall: (text) => {
      const url = parseWebUrl(text);
      return url !== null && guard.allowsHost(url.hostname);
    },
    send: (request) => {
      const url = parseWebUrl(request.url);
      if (url === null) return refused('bad_url', 'only http and https URLs are allowed');
      if (!guard.allowsHost(url.hostname)) return refused('address_refused', `${url.hostname} is not allowed`);
      return new Promise((resolve) => dispatch(agent, url, request, resolve));
    },
    close: () => agent.destroy(),
  };
}

function parseWebUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

const refused = async (reason: OutboundFailure, message: string): Promise<OutboundResult> => ({
  kind: 'not_sent',
  reason,
  message,
  ms: 0,
});

function dispatch(agent: Agent, url: URL, request: OutboundRequest, resolve: (result: OutboundResult) => void): void {
  const {
    method,
    headers = {},
    body = null,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
  } = request;
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  let size = 0;
  let head: { status: number; headers: Record<string, string | string[] | undefined> } | undefined;
  // Set right before undici writes the first byte.
  let controller: Dispatcher.DispatchController | undefined;
  let finished = false;

  const finish = (result: OutboundResult): void => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    resolve(result);
  };
  const ms = (): number => Math.round(performance.now() - startedAt);
  const fail = (reason: OutboundFailure, message: string): void =>
    finish({
      kind: controller === undefined ? 'not_sent' : 'cut',
      reason,
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      ms: ms(),
    });
  const answer = (truncated: boolean): void => {
    if (!head) return fail('connection', 'the connection ended before an answer');
    finish({ kind: 'answer', ...head, body: Buffer.concat(chunks).toString('utf8'), truncated, ms: ms() });
  };
  const timer = setTimeout(() => {
    fail('timeout', `no complete answer within ${timeoutMs} ms`);
    controller?.abort(new Error('timeout'));
  }, timeoutMs);

  try {
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...headers, ...credentials(url, headers) },
        body,
      },
      {
        onRequestStart(started) {
          // Aborted while it waited for a connection: write nothing.
          if (finished) return started.abort(new Error('aborted before it was sent'));
          controller = started;
        },
        onResponseStart(_controller, status, responseHeaders) {
          if (status >= 200) head = { status, headers: responseHeaders };
        },
        onResponseData(current, chunk) {
          const room = maxBodyBytes - size;
          chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
          size += chunk.length;
          if (size <= maxBodyBytes) return;
          answer(true);
          current.abort(new Error('the answer is too long'));
        },
        onResponseEnd() {
          answer(false);
        },
        onResponseError(_controller, error) {
          if (error instanceof AddressRefused) return fail('address_refused', error.message);
          return fail(/timeout/i.test(error.name) ? 'timeout' : 'connection', describe(error));
        },
      },
    );
  } catch (error) {
    // A header or path that is invalid in HTTP.
    fail('bad_url', describe(error as Error));
  }
}

/** Converts `https://user:secret@host` to basic authentication. */
function credentials(url: URL, headers: Readonly<Record<string, string>>): Record<string, string> {
  if (url.username === '' || Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return {};
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

function describe(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((each) => (each as Error).message).join('; ');
  return error.message;
}
