/** A person of the company, as the identity provider knows them. */
export interface Person {
  /** The provider's own id. It never changes. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
}

const person = (id: string, name: string, group: string, rest: Partial<Person> = {}): Person => ({
  id,
  name,
  email: `${id}@muneem.example`,
  emailVerified: true,
  groups: ['everyone', group],
  ...rest,
});

/** The company. Its owner writes his address in other letters, Leela's address is not verified. */
export const PEOPLE: readonly Person[] = [
  person('admin', 'Om, the owner', 'muneem-owners', { email: 'Admin@Muneem.Example' }),
  person('omkar', 'Omkar, who got the address of the owner', 'muneem-owners', { email: 'admin@muneem.example' }),
  person('farah', 'Farah of finance', 'muneem-finance'),
  person('omar', 'Omar, who makes offers', 'muneem-offers'),
  person('sunil', 'Sunil of support', 'muneem-support'),
  person('anita', 'Anita, the auditor', 'muneem-audit'),
  person('leela', 'Leela, whose address is not verified', 'muneem-support', { emailVerified: false }),
  person('gopal', 'Gopal, who is in no group of the product', 'warehouse'),
];
