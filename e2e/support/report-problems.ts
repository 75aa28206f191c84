import { expect } from './test.ts';
import type { TestWorld } from './world.ts';

interface Reporter {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
}

export const ATTACHMENTS = ['https://files.example/a.png', 'https://files.example/receipts/b.pdf?page=2'];
const TYPES = ['payment', 'technical'];

/** Reports a problem per title for one user: the first about a payment, the others technical. */
export async function reportProblems(
  { platform }: TestWorld,
  user: Reporter,
  titles: readonly [string, string],
): Promise<void> {
  await platform.createUser({ ...user, phone: '', gender: 'Female' });
  for (const [index, title] of titles.entries()) {
    const problem = {
      title,
      description: `About: ${title}`,
      type: TYPES[index]!,
      attachments: ATTACHMENTS,
    };
    expect((await platform.reportProblem(user.uid, problem)).status).toBe(200);
  }
}
