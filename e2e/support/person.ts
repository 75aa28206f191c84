import type { NewUser } from '@muneem/sandbox/product';

/** A user of the consumer app, with these fields. */
export const person = (uid: string, name: string, fields: Partial<NewUser> = {}): NewUser => ({
  uid,
  name,
  email: `${uid}@mail.example`,
  phone: '',
  gender: 'Female',
  ...fields,
});
