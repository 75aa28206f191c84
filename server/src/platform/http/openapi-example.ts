type Schema = Readonly<Record<string, unknown>>;

/** Values by the name of a field, or of the record and the field, where a rule of its schema is no JSON schema. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  uid: 'u-1001',
  userId: 'u-1001',
  name: 'Asha Rao',
  'event.name': 'install',
  title: 'Rummy Stars',
  'step.title': 'Install the app',
  'problem.title': 'Coins are missing',
  'problem.description': 'I completed Rummy Stars yesterday.',
  description: 'Open the app once.',
  requirements: 'New users only',
  developer: 'Rummy Stars Games',
  deadline: '7 days',
  downloads: '10M+',
  category: 'Games',
  image: 'https://admin.example.com/images/ofr_01M8HG4BQ8486BH0AVV95YQB8G',
  payee: 'asha@okbank',
  text: 'Your payment is on its way.',
  expectedTime: 'within 30 minutes',
  utr: '634512345678',
  answer: 'The coins are in your wallet now.',
  gender: 'female',
  rating: 4,
  email: 'asha@example.com',
  phone: '+91 90000 00001',
  upiId: 'asha@okbank',
  p1: 'home-screen',
  transactionId: '634512345678',
  claimId: 'clm_01M8HG4BQ8486BH0AVV95YQB8G',
  offerId: 'ofr_01M8HG4BQ8486BH0AVV95YQB8G',
  clickId: '01M8HG4BQ8486BH0AVV95YQB8G',
  withdrawalId: 'wdr_01M8HG4BQ8486BH0AVV95YQB8G',
  problemId: 'prb_01M8HG4BQ8486BH0AVV95YQB8G',
  referralCode: 'ASHA2026',
  usedReferralCode: 'RAVI2025',
  accountNumber: '998877665544',
  ifscCode: 'HDFC0001234',
  otp: '123456',
  code: '123456',
  coins: 250,
  amount: 250,
  trackingUrl: 'https://network.example/click?c={click_id}',
  postbackUrl: 'https://tracking.example/postback?click={click_id}',
  url: 'https://network.example/',
  trackingLink: 'https://admin.example.com/track/ofr_01M8HG4BQ8486BH0AVV95YQB8G',
  redirectUrl: 'https://admin.example.com/track/ofr_01M8HG4BQ8486BH0AVV95YQB8G?click_id=01M8HG4BQ8486BH0AVV95YQB8G',
  attachments: ['https://files.example/screenshot.png'],
  params: { zone: 'north' },
  message: 'Done.',
};

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': '2026-11-28T09:00:00.000Z',
  date: '2026-11-28',
  email: 'asha@example.com',
  uuid: '0193b2a4-5c6d-7e8f-9a0b-1c2d3e4f5a6b',
};

/** Returns a value that fits a JSON schema. @param name the field's name */
export function exampleOf(schema: Schema, name = ''): unknown {
  const {
    type: types,
    enum: values,
    anyOf,
    oneOf,
    allOf,
  } = schema as {
    type?: string | readonly string[];
    enum?: unknown[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
  };
  // A value that may be null has two types.
  const type = typeof types === 'object' ? types[0] : types;
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (values !== undefined) return values[0];
  const first = anyOf?.find((choice) => !('const' in choice)) ?? anyOf?.[0] ?? oneOf?.[0] ?? allOf?.[0];
  if (first !== undefined) return exampleOf(first, name);
  if (type === 'object') return objectOf(schema, name);
  const named = BY_NAME[name] ?? BY_NAME[lastPart(name)];
  if (named !== undefined && kindOf(named) === (type === 'integer' ? 'number' : type)) return named;
  switch (type) {
    case 'array':
      return [exampleOf((schema['items'] ?? {}) as Schema, name.replace(/s$/, ''))];
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'boolean':
      return true;
    case 'string':
      return BY_FORMAT[String(schema['format'])] ?? 'text'.padEnd(Number(schema['minLength'] ?? 0), '-');
    default:
      return null;
  }
}

const lastPart = (name: string): string => name.replace(/^.*\./, '');

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

function objectOf({ properties, propertyNames }: Schema, name: string): Record<string, unknown> {
  if (properties === undefined && propertyNames !== undefined) return {};
  return Object.fromEntries(
    Object.entries((properties ?? {}) as Record<string, Schema>).map(([field, part]) => [
      field,
      exampleOf(part, `${lastPart(name)}.${field}`),
    ]),
  );
}
