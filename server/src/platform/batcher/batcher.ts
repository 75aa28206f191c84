import { outageOf, sqlState } from '#platform/database-driver/index.ts';

interface BatcherOptions<Input, Output> {
  /** Runs a batch, all or nothing: answers in the order of the inputs, or throws and changes nothing. */
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /**
   * Maximum time that the first input waits for others. 0: it is sent at once, and the next batch collects inputs
   * meanwhile.
   */
  readonly maxWaitMs: number;
  readonly maxItems: number;
  /** Maximum number of batches in flight. */
  readonly maxInFlight: number;
  /** Maximum number of waiting inputs. Further calls are refused. */
  readonly maxQueued: number;
}

export interface Batcher<Input, Output> {
  /** Ends when the input's batch is done. @throws QueueFullError if too many already wait */
  add(input: Input): Promise<Output>;
  /** Resolves when everything added is done. */
  drain(): Promise<void>;
  /** The number of inputs that wait or are in flight. */
  readonly size: number;
}

/** The queue is full: retry later. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

interface QueuedInput<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects single calls into batches. A batch that fails because of its content is split into halves until the failing
 * input is alone, so no other caller fails.
 */
export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  const { run, maxWaitMs, maxItems, maxInFlight, maxQueued } = options;
  let waiting: QueuedInput<Input, Output>[] = [];
  let inFlight = 0;
  let inFlightItems = 0;
  let timer: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0 || inFlight >= maxInFlight) return;
    inFlight += 1;
    void runNext().then(() => {
      inFlight -= 1;
      schedule();
      if (inFlight > 0 || waiting.length > 0) return;
      const waiters = idle;
      idle = [];
      for (const resolve of waiters) resolve();
    });
    schedule();
  };
  const runNext = async (): Promise<void> => {
    const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems);
    waiting = batch === waiting ? [] : waiting.slice(maxItems);
    inFlightItems += batch.length;
    await runBatch(run, batch);
    inFlightItems -= batch.length;
  };
  const schedule = (): void => {
    if (waiting.length === 0 || inFlight >= maxInFlight) return;
    if (waiting.length >= maxItems || idle.length > 0 || maxWaitMs === 0) start();
    else timer ??= setTimeout(start, maxWaitMs);
  };

  return {
    get size() {
      return waiting.length + inFlightItems;
    },
    add: (input) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxQueued) {
          reject(new QueueFullError('too many wait for the database'));
          return;
        }
        waiting.push({ input, resolve, reject });
        schedule();
      }),
    drain: () =>
      new Promise((resolve) => {
        if (inFlight === 0 && waiting.length === 0) {
          resolve();
          return;
        }
        idle.push(resolve);
        start();
      }),
  };
}

async function runBatch<Input, Output>(
  run: BatcherOptions<Input, Output>['run'],
  batch: readonly QueuedInput<Input, Output>[],
): Promise<void> {
  try {
    const outputs = await run(batch.map(({ input }) => input));
    batch.forEach(({ resolve }, index) => resolve(outputs[index] as Output));
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 || !isInputError(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    if (only === undefined) return;
    const middle = Math.ceil(batch.length / 2);
    await runBatch(run, batch.slice(0, middle));
    await runBatch(run, batch.slice(middle));
  }
}

/** False for an outage or a server fault: a smaller batch would fail too. */
export const isInputError = (error: unknown): boolean =>
  outageOf(error) === undefined && !sqlState(error)?.startsWith('XX');
