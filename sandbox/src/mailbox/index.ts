export type { Mail } from './mail.ts';
export { startMailbox, type Mailbox } from './mailbox.ts';
