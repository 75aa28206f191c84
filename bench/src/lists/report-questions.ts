/** One measured query of the reports. There are many, because the target covers every filter. */
export interface Question {
  readonly what: string;
  /** The query parameters without a question mark. */
  readonly query: string;
}

const SINGLE: readonly Question[] = [
  { what: 'all', query: '' },
  { what: 'by hand', query: 'source=manual' },
  { what: 'smart poll', query: 'source=smart_poll' },
  { what: 'rejected', query: 'status=rejected' },
  { what: 'pending', query: 'status=pending' },
  { what: 'one event', query: 'event=deposit' },
  { what: 'a rare event', query: 'event=level-50' },
  { what: 'one offer', query: 'offer=ofr_bench_7' },
  { what: 'the largest city', query: 'city=City 1' },
  { what: 'a small city', query: 'city=City 250' },
  { what: 'a user by address', query: 'search=u4711.' },
];

/** One query of each kind of filter. They are also combined in twos and threes. */
const KINDS: Readonly<Record<string, readonly Question[]>> = {
  source: [SINGLE[1] as Question],
  status: [SINGLE[3] as Question, { what: 'approved', query: 'status=approved' }],
  event: [SINGLE[5] as Question, SINGLE[6] as Question],
  offer: [SINGLE[7] as Question],
  city: [SINGLE[8] as Question, { what: 'City 2', query: 'city=City 2, State 2, India' }],
};

const together = (...questions: readonly Question[]): Question => ({
  what: questions.map(({ what }) => what).join(' + '),
  query: questions.map(({ query }) => query).join('&'),
});

function pairs(): Question[] {
  const kinds = Object.values(KINDS);
  return kinds.flatMap((ones, at) =>
    kinds.slice(at + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => together(one, other)))),
  );
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const between = (first: number, last: number): string => `startDate=${daysAgo(first)}&endDate=${daysAgo(last)}`;

const PERIODS: readonly Question[] = [
  { what: 'today', query: between(0, 0) },
  { what: '40 single days', query: between(45, 5) },
  { what: 'a year', query: between(365, 0) },
];

const TRIPLES: readonly Question[] = [
  'offer=ofr_bench_7&city=City 2, State 2, India&status=rejected',
  'offer=ofr_bench_7&city=City 2&event=deposit',
  'offer=ofr_bench_7&source=manual&status=pending',
  'city=City 1&source=smart_poll&status=cutbacked',
  'city=City 1&event=level-50&source=postback',
  'event=level-50&status=rejected&source=postback',
  'offer=ofr_bench_7&event=level-50&status=approved',
].map((query) => ({ what: decodeURIComponent(query.replaceAll('&', ' + ')), query }));

/** Each query for the list and for the sums. */
export const FILTERS: readonly Question[] = [
  ...SINGLE,
  ...pairs(),
  ...PERIODS,
  ...[...SINGLE.slice(1, 10), together(...TRIPLES.slice(1, 2))].map((one) => together(one, PERIODS[1] as Question)),
  ...TRIPLES,
];

/** Each query grouped by day, offer, event, city and network. */
export const BROKEN_DOWN: readonly Question[] = [
  SINGLE[0] as Question,
  ...PERIODS,
  SINGLE[7] as Question,
  SINGLE[8] as Question,
  together(SINGLE[7] as Question, PERIODS[1] as Question),
  together(SINGLE[8] as Question, PERIODS[1] as Question),
  together(SINGLE[5] as Question, PERIODS[1] as Question),
  together(SINGLE[7] as Question, SINGLE[8] as Question),
];
