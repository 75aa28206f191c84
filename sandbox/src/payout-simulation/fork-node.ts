import { fork } from 'node:child_process';
import { once } from 'node:events';
import { systemEnvironment } from '../config.ts';
import type { SimulatedNode } from './simulate-payouts.ts';

/** A message to the process. The process first answers `ready`, then once per call. */
export interface NodeCall {
  readonly id: number;
  readonly name: Exclude<keyof SimulatedNode, 'kill'>;
  readonly args: readonly unknown[];
  /** The simulation's time, in ms. */
  readonly now: number;
}
export type NodeAnswer =
  | { readonly ready: true }
  | { readonly id: number; readonly value?: unknown; readonly error?: string };

/** Starts a program that understands these messages. Ends it with SIGKILL. */
export async function forkNode(
  program: URL,
  { environment, now }: { environment: Readonly<Record<string, string>>; now: () => Date },
): Promise<SimulatedNode> {
  const child = fork(program, [], { env: { ...systemEnvironment(), ...environment }, serialization: 'advanced' });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  const gone = once(child, 'exit').then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the process is gone'));
    waiting.clear();
  });
  await new Promise<void>((resolve, reject) => {
    void gone.then(() => reject(new Error('the process did not start')));
    child.on('message', (answer: NodeAnswer) => {
      if ('ready' in answer) return resolve();
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.error === undefined) call?.resolve(answer.value);
      else call?.reject(new Error(answer.error));
    });
  });
  const call = <Result>(name: NodeCall['name'], ...args: unknown[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('the process is gone'));
      last += 1;
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
      child.send({ id: last, name, args, now: now().getTime() } satisfies NodeCall, () => undefined);
    });
  return {
    request: (from, to) => call('request', from, to),
    decide: (approve, reject) => call('decide', approve, reject),
    payAgain: (ids) => call('payAgain', ids),
    returnCoins: (ids) => call('returnCoins', ids),
    tick: () => call('tick'),
    hint: (webhook, signature) => call('hint', webhook, signature),
    undecided: (ids) => call('undecided', ids),
    open: () => call('open'),
    books: () => call('books'),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
