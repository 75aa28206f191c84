export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One way of getting a mail out of the house. */
export interface MailTransport {
  /** Resolves when the mail was taken. */
  send(mail: Mail): Promise<void>;
  /** Rejects when a mail could not be handed over now. */
  check(): Promise<void>;
  close(): void;
}

/** Keeps "I am on holiday" from being answered to a machine (RFC 3834). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' };
