import type { NetworkDialect } from '@muneem/contract/networks';

type GeneralKind = 'approved' | 'pending' | 'unclear' | 'reversed' | 'malformed' | 'test';

export type ReadStatus = (
  sources: readonly Readonly<Record<string, unknown>>[],
  eventName: string,
) => { readonly kind: GeneralKind };

const MEANINGS: Readonly<Record<Exclude<GeneralKind, 'approved'>, string>> = {
  pending: 'not approved yet',
  unclear: 'not surely a yes',
  reversed: 'a chargeback',
  malformed: 'unreadable',
  test: 'a test',
};

/** Names each value of a dialect that is a yes although the general rules read a no, with the risk. */
export function warningsOf(dialect: NetworkDialect | null, readStatus: ReadStatus): string[] {
  if (dialect === null) return [];
  const { statusParam, approve, pending } = dialect;
  const generally = (value: string): GeneralKind => readStatus([{ [statusParam]: value }], 'install').kind;
  const paid = approve.flatMap((value) => {
    const kind = generally(value);
    const message = `${statusParam}=${value}`;
    return kind === 'approved'
      ? []
      : [`The general rules read ${message} as ${MEANINGS[kind]}. With this dialect it pays the user at once.`];
  });
  const kept = pending
    .filter((value) => generally(value) === 'reversed')
    .map(
      (value) =>
        `The general rules read ${statusParam}=${value} as a chargeback. With this dialect the user keeps the coins.`,
    );
  return [...paid, ...kept];
}
