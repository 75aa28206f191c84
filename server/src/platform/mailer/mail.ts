export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A way to deliver mails. */
export interface MailTransport {
  /** Resolves when the mail is accepted. */
  send(mail: Mail): Promise<void>;
  /** Rejects if mails cannot be delivered now. */
  check(): Promise<void>;
  close(): void;
}

/** Prevents automatic replies (RFC 3834). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' };
