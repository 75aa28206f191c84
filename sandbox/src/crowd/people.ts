import type { NewUser, PaymentMethod } from '../product/index.ts';

const WOMEN = [
  'Aarohi',
  'Ananya',
  'Diya',
  'Fatima',
  'Ishita',
  'Kavya',
  'Lakshmi',
  'Meera',
  'Neha',
  'Pooja',
  'Riya',
  'Saanvi',
  'Tara',
  'Zoya',
];
const MEN = [
  'Aarav',
  'Arjun',
  'Dev',
  'Farhan',
  'Harsh',
  'Imran',
  'Karan',
  'Manish',
  'Nikhil',
  'Pranav',
  'Rahul',
  'Rohan',
  'Sameer',
  'Vikram',
];
const FAMILIES = [
  'Agarwal',
  'Bose',
  'Chauhan',
  'Das',
  'Fernandes',
  'Gupta',
  'Iyer',
  'Joshi',
  'Khan',
  'Menon',
  'Nair',
  'Patel',
  'Rao',
  'Sharma',
  'Singh',
  'Verma',
];
const UPI_HANDLES = ['okaxis', 'oksbi', 'ybl', 'paytm'];
const BANKS = ['HDFC0000123', 'SBIN0004567', 'ICIC0000890', 'UTIB0000345'];

const pick = <T>(list: readonly T[], number: number): T => list[Math.abs(number) % list.length]!;
const padded = (number: number): string => String(number).padStart(5, '0');

/** In a uid of ours; the number stands first, as lists show the first characters only. */
export const DEMO_UIDS = '-demo';

/** The number of one of our people; 0 for anybody else. */
export const numberOfPerson = (uid: string): number => Number(/^d(\d+)-demo$/.exec(uid)?.[1] ?? 0);

/** The n-th invented person; always the same one. Addresses end in `.example`, which nobody owns. */
export function makePerson(number: number): NewUser & { readonly paymentMethod: PaymentMethod } {
  const woman = number % 2 === 0;
  const first = pick(woman ? WOMEN : MEN, number * 7 + Math.floor(number / 14));
  const family = pick(FAMILIES, number * 11 + Math.floor(number / 16));
  const handle = `${first}.${family}${number}`.toLowerCase();
  return {
    uid: `d${padded(number)}-demo`,
    name: `${first} ${family}`,
    email: `${handle}@mail.example`,
    phone: `+9190000${padded(number)}`,
    gender: woman ? 'Female' : 'Male',
    paymentMethod:
      number % 10 < 7
        ? { type: 'upi', upiId: `${handle}@${pick(UPI_HANDLES, number)}` }
        : { type: 'bank', accountNumber: `50100${padded(number)}77`, ifscCode: pick(BANKS, number) },
  };
}
