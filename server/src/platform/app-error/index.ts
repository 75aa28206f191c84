import { ERROR_STATUS, type ErrorCode } from '@muneem/contract/http';

export interface AppErrorOptions {
  /** What the caller reads: says what happened and what to do. */
  readonly userMessage: string;
  /** Field path → message, for forms. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds after which the caller may try again (`Retry-After`). */
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/** An outcome that the caller is told of. Everything else that is thrown becomes a fixed 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, { userMessage, fields, retryAfterS, cause }: AppErrorOptions) {
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
