export { startMailbox, type Mail, type Mailbox } from './mailbox.ts';
