import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@muneem/contract/http';

/** Error code, text and status text. `STATUS_CODES` is not used: importing `node:http` also loads Node's undici. */
const REASONS: Readonly<Record<string, readonly [ErrorCode, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The URL and headers of the request are too long.',
    'Request Header Fields Too Large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    'The request did not arrive in time. Please try again.',
    'Request Timeout',
  ],
};

/** A client that keeps sending is cut off after this time. Earlier, it could lose the answer. */
const CLOSE_AFTER_MS = 1_000;

/** Answers unparsable, oversized or slow requests in the common error format. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message, statusText] = REASONS[error.code ?? ''] ?? [
    'bad_request',
    'The request cannot be read.',
    'Bad Request',
  ];
  const status = ERROR_STATUS[code];
  const body = JSON.stringify({ success: false, message, code } satisfies ErrorBody);
  setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  socket.end(
    [
      `HTTP/1.1 ${status} ${statusText}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
