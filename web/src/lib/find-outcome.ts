import { ApiError } from '@muneem/contract/http';
import { causeText, isTransient } from './api-error.ts';

/** Shows a text in the open dialog while the work continues. */
export type Tell = (text: string) => void;

/**
 * True if the outcome is unknown: no response, a partial or unreadable response, or a server error that may follow the
 * change. A refusal and "not ready" mean that nothing was done.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'http') return error.status >= 500 && error.code !== 'unavailable';
  return error.kind !== 'aborted';
}

export interface FindOutcome<Result> {
  readonly call: () => Promise<Result>;
  /**
   * Reads the record. Returns the result if the change was made, null if the record is unchanged. Throws for any
   * other state.
   */
  readonly find: () => Promise<Result | null>;
  readonly tell: Tell;
  /** The text while the outcome is unknown. */
  readonly unknown: string;
  /** The text for "certainly not done". `cause` has no full stop. */
  readonly notDone: (cause: string) => string;
  /** Formats the failure for these texts. */
  readonly cause?: (error: unknown) => string;
  readonly wait?: (ms: number) => Promise<void>;
}

/** The change was certainly not made, or another admin made one. The message is for the user. */
export class OutcomeError extends Error {}

const PAUSES_MS = [500, 2_500, 4_000, 8_000];
/** A cut-off request may still be in flight: only the second unchanged read counts as "not done". */
const READS_AFTER_NO_ANSWER = 2;

/** The surrounding sentence has its own full stop. */
const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** Joins a text and its cause as two sentences, or as one if they are equal. */
export function withCause(text: string, cause: string): string {
  const [said, why] = [withoutStop(text), withoutStop(cause)];
  return said === why ? `${said}.` : `${said}. ${why}.`;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call that moves money. If the outcome is unknown, it tells the user and reads the record until the outcome is
 * known. It never sends the call twice.
 * @throws OutcomeError if the change was not made, else the error of the call
 */
export async function callAndFindOut<Result>(options: FindOutcome<Result>): Promise<Result> {
  const { call, find, tell, unknown, notDone, cause = causeText, wait = sleep } = options;
  try {
    return await call();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    tell(unknown);
    const hasEnded = error instanceof ApiError && (error.kind === 'http' || error.kind === 'format');
    let unchanged = hasEnded ? READS_AFTER_NO_ANSWER - 1 : 0;
    for (let reads = 0; unchanged < READS_AFTER_NO_ANSWER; reads += 1) {
      await wait(PAUSES_MS[Math.min(reads, PAUSES_MS.length - 1)] as number);
      try {
        const found = await find();
        if (found !== null) return found;
        unchanged += 1;
      } catch (failure) {
        if (!isTransient(failure) && !isOutcomeUnknown(failure)) throw failure;
      }
    }
    throw new OutcomeError(notDone(withoutStop(cause(error))), { cause: error });
  }
}
