import { pino, type Logger as PinoLogger } from 'pino';

export type Logger = PinoLogger;

/** Header, field and query names whose values are never logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.newPassword',
  '*.otp',
  '*.token',
  '*.apiKey',
  '*.bulkpeApiKey',
];

/** Creates a logger of JSON lines on standard output, with redacted secrets. */
export function createLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: '[redacted]' }, base: null });
}
