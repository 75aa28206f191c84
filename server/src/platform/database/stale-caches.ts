/** Thrown in a transaction that needs newer caches: `transaction` rolls it back, catches up, and runs it again. */
export class StaleCaches extends Error {
  override readonly name = 'StaleCaches';
  readonly catchUp: () => Promise<void>;
  constructor(catchUp: () => Promise<void>) {
    super('the caches of this server are older than the rows that the transaction reads');
    this.catchUp = catchUp;
  }
}
