import type { NewUser, PaymentMethod } from '../product/index.ts';

const WOMEN = 'Aarohi Ananya Diya Fatima Ishita Kavya Lakshmi Meera Neha Pooja Riya Saanvi Tara Zoya'.split(' ');
const MEN = 'Aarav Arjun Dev Farhan Harsh Imran Karan Manish Nikhil Pranav Rahul Rohan Sameer Vikram'.split(' ');
const FAMILIES =
  'Agarwal Bose Chauhan Das Fernandes Gupta Iyer Joshi Khan Menon Nair Patel Rao Sharma Singh Verma'.split(' ');
const UPI_HANDLES = ['okaxis', 'oksbi', 'ybl', 'paytm'];
const BANKS = ['HDFC0000123', 'SBIN0004567', 'ICIC0000890', 'UTIB0000345'];

const pick = <T>(list: readonly T[], number: number): T => list[Math.abs(number) % list.length]!;
const padded = (number: number): string => String(number).padStart(5, '0');

/** Marks the uid of a simulated user. The number comes first, because lists show the first characters only. */
export const DEMO_UIDS = '-demo';

/** Returns the number of a simulated user, or 0 for another uid. */
export const numberOfPerson = (uid: string): number => Number(/^d(\d+)-demo$/.exec(uid)?.[1] ?? 0);

/** One user in `of` uses another user's UPI ID. */
const BORROWER = { of: 30, remainder: 20, ownerIs: 4 };

/** Returns the n-th simulated user, always with the same data. Email addresses end in the reserved `.example`. */
export function makePerson(number: number): NewUser & { readonly paymentMethod: PaymentMethod } {
  const name = nameOf(number);
  const upiOwner = number % BORROWER.of === BORROWER.remainder ? number - BORROWER.ownerIs : number;
  return {
    uid: `d${padded(number)}-demo`,
    name,
    email: `${handleOf(number)}@mail.example`,
    phone: `+9190000${padded(number)}`,
    gender: isWoman(number) ? 'Female' : 'Male',
    paymentMethod:
      number % 10 < 7
        ? { type: 'upi', upiId: `${handleOf(upiOwner)}@${pick(UPI_HANDLES, upiOwner)}` }
        : { type: 'bank', accountNumber: `50100${padded(number)}77`, ifscCode: pick(BANKS, number) },
  };
}

const isWoman = (number: number): boolean => number % 2 === 0;

function nameOf(number: number): string {
  const index = Math.floor(number / 2);
  const first = pick(isWoman(number) ? WOMEN : MEN, index * 5 + Math.floor(index / 14));
  return `${first} ${pick(FAMILIES, number * 11 + Math.floor(number / 16))}`;
}

const handleOf = (number: number): string => `${nameOf(number).replace(' ', '.')}${number}`.toLowerCase();
