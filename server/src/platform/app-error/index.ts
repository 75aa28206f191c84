import { ERROR_STATUS, type ErrorCode } from '@muneem/contract/http';

interface AppErrorOptions {
  /** Field path → message, for forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense (`Retry-After`). */
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/** An error that is reported to the caller. Every other error becomes a fixed 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterS: number | undefined;

  /** @param userMessage tells the caller what happened and what to do next */
  constructor(code: ErrorCode, userMessage: string, { fields, retryAfterS, cause }: AppErrorOptions = {}) {
    super(`${code}: ${userMessage}`, { cause });
    this.code = code;
    this.userMessage = userMessage;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
